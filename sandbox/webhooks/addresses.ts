import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Where webhooks may go: to this machine and its private networks, or to the public Internet. */
export type Egress = "local" | "public";

/** Loopback and private networks. */
const local = ranges(
  ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"], // RFC 1122, RFC 1918
  ["::1/128", "fc00::/7"], // RFC 4291, RFC 4193
);

/** Link-local addresses, and the addresses where clouds keep their metadata and credentials outside of these. Never allowed. */
const never = ranges(
  ["169.254.0.0/16", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32"],
  ["fe80::/10", "fec0::/10", "fd00:ec2::/32", "fd20:ce::/32", "fd00:42::/32"],
);

/** IPv4 that is not public unicast: the special-purpose registry of IANA, multicast and what is reserved. */
const special4 = ranges(
  [
    ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
    ...["192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"],
    ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ],
  [],
);

/** IPv6 that is public unicast, and within it what is not: protocol assignments with Teredo, documentation, 6to4. */
const global6 = ranges([], ["2000::/3"]);
const special6 = ranges([], ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"]);

/** Whether a webhook may be sent to this address. What is not an address is refused. */
export function isAllowed(address: string, egress: Egress): boolean {
  const plain = withoutMapping(address);
  if (isIPv4(plain)) {
    if (never.check(plain, "ipv4")) return false;
    return egress === "local" ? local.check(plain, "ipv4") : !special4.check(plain, "ipv4");
  }
  if (!isIPv6(plain) || plain.includes("%") || never.check(plain, "ipv6")) return false;
  return egress === "local"
    ? local.check(plain, "ipv6")
    : global6.check(plain, "ipv6") && !special6.check(plain, "ipv6");
}

/** An IPv4 address that travels as IPv6 (::ffff:0:0/96) is connected to as IPv4, so it is checked as that. */
function withoutMapping(address: string): string {
  if (!isIPv6(address) || address.includes("%")) return address;
  // The URL parser writes every spelling of an IPv6 address in one way.
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]/`).hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join(".");
}

function ranges(v4: string[], v6: string[]): BlockList {
  const list = new BlockList();
  for (const range of v4) list.addSubnet(...parse(range), "ipv4");
  for (const range of v6) list.addSubnet(...parse(range), "ipv6");
  return list;
}

function parse(range: string): [network: string, bits: number] {
  const [network = "", bits] = range.split("/");
  return [network, Number(bits)];
}
