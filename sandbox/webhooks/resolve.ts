import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type Egress, isAllowed } from "./addresses";

/** Every address of a host name, as strings such as "127.0.0.1" and "::1". */
export type Resolve = (name: string) => Promise<string[]>;

export const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * The addresses that a webhook to this host may be sent to: none if any of them is forbidden, since a name that points at something
 * forbidden too is not to be trusted. The caller connects to these very addresses and resolves nothing again, so that a name whose
 * answer changes between the check and the connection gains nothing.
 */
export async function allowedAddresses(url: URL, egress: Egress | "any", resolve: Resolve): Promise<string[]> {
  // The URL parser has already turned every other spelling of an IPv4 address (octal, hexadecimal, short, one number) into dots.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await resolve(host);
  return egress === "any" || addresses.every((address) => isAllowed(address, egress)) ? addresses : [];
}
