import { type Agent, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { headersOf, type WebhookMessage } from "./message";

/** Answers are read so far and no further: only their status counts. */
const mostAnswerBytes = 65_536;

/**
 * Sends one webhook to one of these addresses and resolves with the HTTP status of the answer. Redirects are not followed.
 * `agent` keeps connections open; without one the request has a connection of its own.
 */
export function post(
  message: WebhookMessage,
  addresses: readonly string[],
  signal: AbortSignal,
  agent: Agent | false,
): Promise<number> {
  const target = new URL(message.url);
  return new Promise((resolve, reject) => {
    const request = (target.protocol === "https:" ? requestTls : requestPlain)(target, {
      method: "POST",
      agent,
      lookup: alwaysAnswering(addresses),
      signal,
      headers: headersOf(message),
    });
    request.on("response", (response) => {
      let bytes = 0;
      response.on("error", () => undefined);
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostAnswerBytes) request.destroy();
      });
      resolve(response.statusCode!);
    });
    request.on("error", reject);
    request.on("close", () => reject(new Error("The connection was closed without an answer.")));
    request.end(message.json);
  });
}

/**
 * Stands in for the name lookup of a connection. It answers later, as every lookup does: a connection that fails at once, for want of a
 * route, would tell so before anybody listens, and end the process.
 */
export function alwaysAnswering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, options, callback) => {
    setImmediate(() => {
      if (options.all) callback(null, all);
      else callback(null, all[0]!.address, all[0]!.family);
    });
  };
}
