import type { buildConnector, Dispatcher } from "undici";
import type { Timeouts } from "./service";
import { isLoopback } from "./service-url";

/** A larger answer than this is none of this interface, in bytes. */
const answerMaxBytes = 16 * 1024 * 1024;

export interface Connections {
  dispatcher: Dispatcher;
  /** True if this error came out of connecting to the service itself, not to or through a proxy. */
  failedWhileConnecting(error: unknown): boolean;
}

/** One of the usual variables names a proxy by something that is no address. */
export class UnusableProxy extends Error {
  override readonly name = "UnusableProxy";
}

/** NODE_TLS_REJECT_UNAUTHORIZED=0: whoever answers would get the credential. */
export class UncheckedCertificates extends Error {
  override readonly name = "UncheckedCertificates";
}

/** True if the usual variables name a proxy at all. */
function proxyIsNamed(env: NodeJS.ProcessEnv): boolean {
  return ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"].some((name) => (env[name] ?? "") !== "");
}

/**
 * The connections to one service: kept alive, at most `maxConcurrency`, HTTP/1.1 (whose ways of breaking are the ones
 * that failure.ts knows), through the proxies of the usual environment variables. A loopback address is never asked
 * through a proxy, whatever the variables say: a proxy's loopback is another machine.
 *
 * Certificates are checked for every address but those of this machine, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 *
 * @throws UnusableProxy, UncheckedCertificates
 */
export async function openConnections(
  serviceUrl: string,
  timeouts: Timeouts,
  maxConcurrency: number,
): Promise<Connections> {
  const local = isLoopback(serviceUrl);
  if (!local && process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0")
    throw new UncheckedCertificates("certificates are not checked in this process");
  // Node reads the variable at each handshake, and a program may set it later.
  const checked = local ? {} : { rejectUnauthorized: true };
  // Loaded at the first request: previews with `payments:driftCheck off` and mere checks never need it.
  const undici = await import("undici");
  const connectingErrors = new WeakSet<object>();
  const connect = undici.buildConnector({ timeout: timeouts.connectMs, allowH2: false, ...checked });
  // Only the connector of direct connections is ours; those to and through a proxy have undici's own.
  const rememberFailures: buildConnector.connector = (options, callback) => {
    connect(options, (...outcome: buildConnector.CallbackArgs) => {
      if (outcome[0] !== null) connectingErrors.add(outcome[0]);
      callback(...outcome);
    });
  };
  const options = {
    connect: rememberFailures,
    connectTimeout: timeouts.connectMs,
    connections: maxConcurrency,
    allowH2: false,
    maxResponseSize: answerMaxBytes,
    // A service that closes idle connections early would otherwise leave a create in doubt on each of them.
    keepAliveMaxTimeout: 30_000,
  };
  const throughProxy = (): Dispatcher => {
    try {
      return new undici.EnvHttpProxyAgent({ ...options, requestTls: checked });
    } catch (cause) {
      throw new UnusableProxy("the address of the proxy cannot be used", { cause });
    }
  };
  return {
    dispatcher: local || !proxyIsNamed(process.env) ? new undici.Agent(options) : throughProxy(),
    failedWhileConnecting: (error) => typeof error === "object" && error !== null && connectingErrors.has(error),
  };
}
