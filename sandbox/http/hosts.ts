import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { ServiceError } from "../core/errors";

/**
 * Refuses what was addressed to another host, before it reads anything else.
 * @throws ServiceError `wrong_host`; `invalid_request` for a request without exactly one Host header, or with a whole URL for a path
 */
export function requireOwnHost({ raw, url }: FastifyRequest, listenHost: string): void {
  if (!url.startsWith("/")) {
    throw new ServiceError(
      "invalid_request",
      "Send only the path in the request line. The sandbox is not a proxy.",
      "path",
    );
  }
  let hosts = 0;
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]!.toLowerCase() === "host") hosts++;
  }
  if (hosts !== 1) {
    throw new ServiceError("invalid_request", `Send one Host header; this request has ${hosts}.`, "host");
  }
  if (isOwnHost(raw.headers.host, listenHost)) return;
  throw new ServiceError(
    "wrong_host",
    "The Host header names somebody else. Use localhost, an address, or the name given with --host.",
    "host",
  );
}

/**
 * Whether a Host header may come from somebody who meant this sandbox. A page in a browser whose own name was made to resolve to this
 * machine sends that name, so only addresses, localhost and the name that the sandbox listens on are answered.
 */
export function isOwnHost(header: string | undefined, listenHost: string): boolean {
  const name = hostName(header);
  if (name === undefined) return false;
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || name === listenHost.toLowerCase();
}

function hostName(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(header?.toLowerCase() ?? "");
  return match?.[1] ?? match?.[2];
}
