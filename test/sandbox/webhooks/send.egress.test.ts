import { type Sending, type Sent, sendInNamespace, whyNoNamespace } from "./namespace";

const why = whyNoNamespace();
if (why) console.warn(`The tests of the egress guard are skipped: ${why}.`);
const testInNamespace = why ? test.skip : test;

const metadata = "169.254.169.254";
const blocked = { outcome: "blocked", status: null, reached: [] };
const through = (address: string) => ({ outcome: "succeeded", status: 200, reached: [address] });

/** Sends each url under this egress, and pairs it with what became of it. */
function sendAll(egress: Sending["egress"], urls: string[]): [string, Sent][] {
  const results = sendInNamespace(urls.map((url) => ({ url, egress })));
  return urls.map((url, index) => [url, results[index]!]);
}

testInNamespace("local sends to loopback and private addresses, and to nothing else", () => {
  const local = ["127.0.0.1", "127.9.9.9", "10.1.2.3", "172.20.0.1", "192.168.7.7", "[::1]", "[fd12::1]"];
  for (const [url, sent] of sendAll(
    "local",
    local.map((host) => `http://${host}:PORT/`),
  ))
    expect([url, sent]).toEqual([
      url,
      expect.objectContaining(through(new URL(url.replace("PORT", "1")).hostname.replace(/[[\]]/g, ""))),
    ]);
  const others = ["93.184.216.34", "198.18.0.1", "100.64.0.1", "168.63.129.16", "[2606:4700::1111]", "0.0.0.0", "[::]"];
  for (const [url, sent] of sendAll(
    "local",
    others.map((host) => `http://${host}:PORT/`),
  )) {
    expect([url, sent]).toEqual([url, expect.objectContaining(blocked)]);
    expect([url, sent.unguarded.length]).toEqual([url, 1]);
  }
});

testInNamespace("public sends to public addresses, and to nothing else", () => {
  for (const [url, sent] of sendAll("public", ["http://93.184.216.34:PORT/", "http://[2606:4700::1111]:PORT/"]))
    expect([url, sent.outcome, sent.reached.length]).toEqual([url, "succeeded", 1]);
  const others = [
    "127.0.0.1",
    "10.1.2.3",
    "172.20.0.1",
    "192.168.7.7",
    "198.18.0.1",
    "100.64.0.1",
    "[::1]",
    "[fd12::1]",
    "0.0.0.0",
  ];
  for (const [url, sent] of sendAll(
    "public",
    others.map((host) => `http://${host}:PORT/`),
  )) {
    expect([url, sent]).toEqual([url, expect.objectContaining(blocked)]);
    expect([url, sent.unguarded.length]).toEqual([url, 1]);
  }
});

const spellings = [
  metadata,
  "169.254.169.254.",
  "169.254.43518",
  "169.16689662",
  "2852039166",
  "0xa9fea9fe",
  "0xA9.0xFE.0xA9.0xFE",
  "0251.0376.0251.0376",
  "0251.0xfe.43518",
  "%31%36%39.254.169.254",
  "169。254。169。254",
  "①⑥⑨.②⑤④.①⑥⑨.②⑤④",
  "127.0.0.1@169.254.169.254",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "[0:0:0:0:0:ffff:a9fe:a9fe]",
];

testInNamespace.each(["local", "public"] as const)(
  "the metadata address is refused in every spelling under %s",
  (egress) => {
    const urls = spellings.map((host) => `http://${host}:PORT/`);
    for (const [url, sent] of sendAll(egress, urls)) {
      expect([url, sent]).toEqual([url, expect.objectContaining(blocked)]);
      expect([url, sent.unguarded]).toEqual([url, [metadata]]);
    }
  },
);

testInNamespace.each(["local", "public"] as const)("other addresses of metadata are refused under %s", (egress) => {
  const hosts = ["169.254.170.2", "100.100.100.200", "168.63.129.16", "[fd00:ec2::254]"];
  for (const [url, sent] of sendAll(
    egress,
    hosts.map((host) => `http://${host}:PORT/`),
  )) {
    expect([url, sent]).toEqual([url, expect.objectContaining(blocked)]);
    expect([url, sent.unguarded.length]).toEqual([url, 1]);
  }
});

testInNamespace("a name is refused if any of its addresses is, wherever that one stands", () => {
  const answers = [
    [metadata],
    ["127.0.0.1", metadata],
    [metadata, "127.0.0.1"],
    ["127.0.0.1", "::ffff:169.254.169.254"],
    ["127.0.0.1", "93.184.216.34"],
    [],
  ];
  const url = "http://hook.example:PORT/";
  const results = sendInNamespace(
    answers.map((answer) => ({ url, egress: "local", names: { "hook.example": [answer] } })),
  );
  for (const sent of results) expect(sent).toMatchObject(blocked);
});

testInNamespace(
  "a name whose answer changes after the check is reached where it was checked, and asked for once",
  () => {
    const [sent] = sendInNamespace([
      { url: "http://hook.example:PORT/", egress: "local", names: { "hook.example": [["127.0.0.1"], [metadata]] } },
    ]);
    expect(sent).toMatchObject({ ...through("127.0.0.1"), asked: ["hook.example"], unguarded: [metadata] });
  },
);

testInNamespace("no redirect is followed, neither to a forbidden address nor to an allowed one", () => {
  const targets = [metadata, "127.0.0.2", "hook.example"].flatMap((host) =>
    [300, 301, 302, 303, 305, 307, 308].map((status) => ({ status, to: encodeURIComponent(`http://${host}:PORT/`) })),
  );
  const results = sendInNamespace(
    targets.map(({ status, to }) => ({ url: `http://127.0.0.1:PORT/redirect/${status}/${to}`, egress: "local" })),
  );
  results.forEach((sent, index) => {
    const { status } = targets[index]!;
    expect(sent).toMatchObject({ outcome: "rejected", status, reached: ["127.0.0.1"], asked: [] });
    expect(sent.unguarded).toEqual(["127.0.0.1"]);
  });
});

testInNamespace("a name is tried at each of its addresses until one answers", () => {
  const names = { "hook.example": [["10.99.99.99", "127.0.0.1"]] };
  const [sent] = sendInNamespace([{ url: "http://hook.example:PORT/", egress: "local", names }]);
  expect(sent).toMatchObject(through("127.0.0.1"));
});

testInNamespace(
  "an address that no route leads to is unreachable, written out and behind a name, and the sender goes on",
  () => {
    const results = sendInNamespace([
      { url: "http://10.200.0.1:PORT/", egress: "local" },
      { url: "http://hook.example:PORT/", egress: "local", names: { "hook.example": [["10.200.0.1"]] } },
      { url: "http://hook.example:PORT/", egress: "local", names: { "hook.example": [["10.200.0.1", "fd99::1"]] } },
      { url: "http://hook.example:PORT/", egress: "public", names: { "hook.example": [["93.184.216.99"]] } },
      { url: "http://127.0.0.1:PORT/", egress: "local" },
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([...Array(4).fill("unreachable"), "succeeded"]);
  },
);

testInNamespace("a name that does not exist is unreachable", () => {
  const [sent] = sendInNamespace([{ url: "http://hook.example:PORT/", egress: "local" }]);
  expect(sent).toMatchObject({ outcome: "unreachable", status: null, reached: [] });
});
