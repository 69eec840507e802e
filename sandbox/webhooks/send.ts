import { Agent, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import type { Egress } from "./addresses";
import { allowedAddresses, type Resolve } from "./resolve";

/**
 * How one attempt ended. succeeded: a 2xx answer. rejected: any other answer. timeout: none in time. unreachable: no connection, or one
 * that broke off. blocked: the egress guard refused the address, and nothing was sent.
 */
export type AttemptOutcome = "succeeded" | "rejected" | "timeout" | "unreachable" | "blocked";

export interface SentAttempt {
  outcome: AttemptOutcome;
  /** HTTP status of the answer; null where there was none. */
  status: number | null;
}

/** Where an attempt goes. `trusted` is the sandbox's own receiver, which the egress guard lets through. */
export interface WebhookTarget {
  url: string;
  trusted: boolean;
}

/** Sends one POST with this JSON text; never rejects but for an abort. */
export type SendWebhook = (target: WebhookTarget, json: string) => Promise<SentAttempt>;

export interface SendSettings {
  /** Wall time from the start of the attempt to the head of the answer. */
  timeoutMs: number;
  egress: Egress;
  resolve: Resolve;
  /** Ends what is under way, with its reason. */
  signal: AbortSignal;
}

/** Answers are read so far and no further: only their status counts. */
const mostAnswerBytes = 65_536;

/**
 * Makes the function that sends webhooks: Events, rules 1, 3 and 4. Redirects are not followed. Every attempt has a connection of its
 * own, since an old one that the receiver closes at that moment would look like a failure of the receiver; only the sandbox's own
 * receivers, which close none, are reached over connections that stay.
 */
export function webhookSender(settings: SendSettings): SendWebhook {
  const kept = new Agent({ keepAlive: true });
  settings.signal.addEventListener("abort", () => kept.destroy(), { once: true });
  return async ({ url, trusted }, json) => {
    const target = new URL(url);
    const timeout = AbortSignal.timeout(settings.timeoutMs);
    const signal = AbortSignal.any([settings.signal, timeout]);
    try {
      const addresses = await unlessAborted(
        signal,
        allowedAddresses(target, trusted ? "any" : settings.egress, settings.resolve),
      );
      if (addresses.length === 0) return { outcome: "blocked", status: null };
      const status = await post(target, addresses, json, signal, trusted ? kept : false);
      return { outcome: status >= 200 && status < 300 ? "succeeded" : "rejected", status };
    } catch {
      settings.signal.throwIfAborted();
      return { outcome: timeout.aborted ? "timeout" : "unreachable", status: null };
    }
  };
}

function post(
  target: URL,
  addresses: string[],
  json: string,
  signal: AbortSignal,
  agent: Agent | false,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (target.protocol === "https:" ? requestTls : requestPlain)(target, {
      method: "POST",
      agent,
      lookup: alwaysAnswering(addresses),
      signal,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(json),
        "user-agent": "pulumi-payments-sandbox",
      },
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
    request.end(json);
  });
}

/** Stands in for the name lookup of a connection. */
function alwaysAnswering(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}

/** A name lookup cannot be ended, but need not be waited for. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
