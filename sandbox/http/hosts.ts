import { isIP } from "node:net";

/**
 * Whether a Host header may come from somebody who meant this sandbox. A page in a browser whose own name was made to resolve to this
 * machine sends that name, so only addresses, localhost and the name that the sandbox was told to listen on are answered.
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
