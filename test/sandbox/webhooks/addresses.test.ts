import { type Egress, isAllowed } from "../../../sandbox/webhooks/addresses";

const judge = (address: string) => (["local", "public"] as Egress[]).filter((egress) => isAllowed(address, egress));

test.each([
  "127.0.0.1",
  "127.255.255.254",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "::1",
  "fc00::1",
  "fd12:3456::1",
])("%s is local", (address) => {
  expect(judge(address)).toEqual(["local"]);
});

test.each([
  "1.1.1.1",
  "93.184.216.34",
  "172.32.0.1",
  "172.15.255.255",
  "192.167.255.255",
  "11.0.0.1",
  "2606:4700::1111",
  "2a00:1450:4001::1",
])("%s is public", (address) => {
  expect(judge(address)).toEqual(["public"]);
});

test.each([
  ["link-local", "169.254.0.1"],
  ["cloud metadata", "169.254.169.254"],
  ["container credentials", "169.254.170.2"],
  ["metadata outside of link-local", "100.100.100.200"],
  ["metadata at a public address", "168.63.129.16"],
  ["metadata over IPv6", "fd00:ec2::254"],
  ["metadata over IPv6 of another cloud", "fd20:ce::254"],
  ["link-local over IPv6", "fe80::1"],
  ["link-local with its interface", "fe80::1%lo"],
  ["site-local over IPv6", "fec0::1"],
  ["this host", "0.0.0.0"],
  ["this host over IPv6", "::"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["documentation", "192.0.2.1"],
  ["benchmarking", "198.18.0.1"],
  ["multicast", "224.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["multicast over IPv6", "ff02::1"],
  ["documentation over IPv6", "2001:db8::1"],
  ["IPv4 within IPv6, by NAT64", "64:ff9b::7f00:1"],
  ["IPv4 within IPv6, by 6to4", "2002:7f00:1::"],
  ["IPv4 within IPv6, by Teredo", "2001:0:1::1"],
  ["IPv4 within IPv6, the old way", "::127.0.0.1"],
  ["a name", "localhost"],
  ["an address that is not written out", "127.1"],
  ["nothing", ""],
])("%s is never allowed: %s", (_what, address) => {
  expect(judge(address)).toEqual([]);
});

test.each([
  ["::ffff:127.0.0.1", ["local"]],
  ["::ffff:7f00:1", ["local"]],
  ["0:0:0:0:0:FFFF:0a00:0001", ["local"]],
  ["::ffff:8.8.8.8", ["public"]],
  ["::ffff:169.254.169.254", []],
  ["::FFFF:A9FE:A9FE", []],
  ["::ffff:0.0.0.0", []],
  ["0000:0000:0000:0000:0000:0000:0000:0001", ["local"]],
])("IPv4 that travels as IPv6 is judged as IPv4, however it is written: %s", (address, expected) => {
  expect(judge(address)).toEqual(expected);
});
