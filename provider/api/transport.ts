import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { type Connections, openConnections, UncheckedCertificates, UnusableProxy } from "./dispatcher";
import type { Exchange } from "./exchange";
import { failureOf } from "./failure";
import type { HttpMethod } from "./operations";
import type { ConnectionSettings } from "./service";

export interface TransportRequest {
  method: HttpMethod;
  /** Path under the service's address, query included, already encoded. */
  path: string;
  accountId: string;
  /** What is left of the operation's budget, in milliseconds. */
  budgetMs: number;
  /** Sent as JSON. */
  body?: unknown;
}

/** The only way out to the service: what must hold for every request holds here. */
export interface Transport {
  /** Sends once, follows nothing, and never throws. */
  exchange(request: TransportRequest): Promise<Exchange>;
  close(): Promise<void>;
}

/** Longer ones than this fire at once, in milliseconds. */
const timerMaxMs = 2 ** 31 - 1;

/** What a header can carry (RFC 9110): visible ASCII. Spaces and line breaks are what pasting leaves behind. */
const headerText = /^[\x21-\x7e]+$/;

export function createTransport(settings: ConnectionSettings, serviceUrl: string): Transport {
  const { origin, pathname } = new URL(serviceUrl);
  const prefix = pathname === "/" ? "" : pathname;
  const secure = origin.startsWith("https:");
  let opening: Promise<Connections> | undefined;

  const send = async (request: TransportRequest): Promise<Exchange> => {
    opening ??= openConnections(serviceUrl, settings.timeouts, settings.maxConcurrency);
    const connections = await opening.catch((error: unknown) => error as Error);
    if (connections instanceof UncheckedCertificates)
      return { failure: { kind: "certificates-unchecked", direct: true, note: connections.message } };
    if (connections instanceof Error)
      return unsendable(
        connections instanceof UnusableProxy
          ? "the address of the proxy (HTTPS_PROXY, HTTP_PROXY) cannot be used"
          : `the HTTP client could not be loaded (${connections.message})`,
      );
    const outOfTime = new AbortController();
    const timer = setTimeout(() => outOfTime.abort(), Math.min(timerMaxMs, request.budgetMs));
    let status: number | undefined;
    try {
      const response = await connections.dispatcher.request(
        requestOptions(request, origin, prefix, settings, outOfTime),
      );
      status = response.statusCode;
      const text = await response.body.text();
      return { answer: { status, headers: flatten(response.headers), text } };
    } catch (error) {
      if (outOfTime.signal.aborted) {
        return { failure: { kind: "total-timeout", direct: false, note: "the time of the whole operation is up" } };
      }
      const connectingDirectly = connections.failedWhileConnecting(error);
      return {
        failure: failureOf(error, { connectingDirectly, secure, ...(status === undefined ? {} : { status }) }),
      };
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    exchange: async (request) => {
      if (settings.readOnly && request.method !== "GET") {
        return { failure: { kind: "read-only", direct: false, note: "this run only reads" } };
      }
      if (!headerText.test(settings.apiKey)) {
        return unsendable("the credential (payments:apiKey) holds characters that no header can carry");
      }
      if (!headerText.test(request.accountId)) {
        return unsendable("the account id holds characters that no header can carry");
      }
      return send(request);
    },
    close: async () => {
      await (await opening?.catch(() => undefined))?.dispatcher.close();
    },
  };
}

function unsendable(note: string): Exchange {
  return { failure: { kind: "unsendable", direct: false, note } };
}

function requestOptions(
  request: TransportRequest,
  origin: string,
  prefix: string,
  settings: ConnectionSettings,
  outOfTime: AbortController,
): Dispatcher.RequestOptions {
  const headers: Record<string, string> = {
    accept: "application/json",
    "payments-api-key": settings.apiKey,
    "payments-account": request.accountId,
    "user-agent": "pulumi-payments",
  };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  return {
    origin,
    path: `${prefix}${request.path}`,
    method: request.method,
    headers,
    body: request.body === undefined ? null : JSON.stringify(request.body),
    headersTimeout: settings.timeouts.headersMs,
    bodyTimeout: settings.timeouts.bodyMs,
    signal: outOfTime.signal,
  };
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
