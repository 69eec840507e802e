import { sendInNamespace, whyNoNamespace } from "./namespace";

const why = whyNoNamespace();
if (why) console.warn(`The tests of the egress guard are skipped: ${why}.`);
const testInNamespace = why ? test.skip : test;

const blocked = { outcome: "blocked", status: null, reached: [] };

/** Ways to write 127.0.0.1 that all lead there. */
const loopback = [
  ...[
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0X7F.0.0.1",
    "0177.0.0.1",
  ],
  ...[
    "0177.0x0.0.01",
    "127.0.0.0x1",
    "%31%32%37.0.0.1",
    "127。0。0。1",
    "１２７.0.0.1",
    "①②⑦.0.0.1",
    "user:pass@127.0.0.1",
  ],
  ...["93.184.216.34@127.0.0.1", "[::ffff:127.0.0.1]", "[::FFFF:7F00:1]", "[0000:0:0:0:0:ffff:7f00:0001]"],
];

testInNamespace("loopback is loopback in every spelling: reached under local, refused under public", () => {
  const urls = loopback.map((host) => `http://${host}:PORT/`);
  const local = sendInNamespace(urls.map((url) => ({ url, egress: "local" })));
  const outside = sendInNamespace(urls.map((url) => ({ url, egress: "public" })));
  urls.forEach((url, index) => {
    expect([url, local[index]]).toEqual([
      url,
      expect.objectContaining({ outcome: "succeeded", reached: ["127.0.0.1"] }),
    ]);
    expect([url, outside[index]]).toEqual([url, expect.objectContaining({ ...blocked, unguarded: ["127.0.0.1"] })]);
  });
});

/** IPv4 addresses within IPv6 that some network on the way may unwrap, and addresses with a zone. */
const wrapped = [
  ...[
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::5db8:d822",
    "64:ff9b:1::a9fe:a9fe",
    "::127.0.0.1",
    "::a9fe:a9fe",
  ],
  ...[
    "::ffff:0:a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "2002:7f00:1::1",
    "2001:0:a9fe:a9fe::1",
    "fe80::5efe:a9fe:a9fe",
    "fe80::1",
  ],
  ...["fec0::1", "ff02::1", "fe80::1%lo", "::1%lo", "127.0.0.1%lo"],
];

testInNamespace.each(["local", "public"] as const)(
  "an address that hides another one, or has a zone, is refused under %s, written out and behind a name",
  (egress) => {
    const names = wrapped.map((address) => ({
      url: "http://hook.example:PORT/",
      egress,
      names: { "hook.example": [[address]] },
    }));
    const literal = wrapped
      .filter((address) => !address.includes("%"))
      .map((address) => ({ url: `http://[${address}]:PORT/`, egress }));
    for (const sendings of [names, literal]) {
      sendInNamespace(sendings).forEach((sent, index) => {
        expect([sendings[index], sent]).toEqual([sendings[index], expect.objectContaining(blocked)]);
      });
    }
  },
);

testInNamespace("a name is judged by its addresses, however the name is written", () => {
  const spellings = [
    "hook.example",
    "HOOK.Example",
    "hook.example.",
    "%68ook.example",
    "ｈook.example",
    "user@hook.example",
  ];
  const sendings = spellings.map((host) => ({
    url: `http://${host}:PORT/`,
    egress: "local" as const,
    names: { "hook.example": [["169.254.169.254"]], "hook.example.": [["169.254.169.254"]] },
  }));
  sendInNamespace(sendings).forEach((sent, index) => {
    expect([spellings[index], sent]).toEqual([
      spellings[index],
      expect.objectContaining({ ...blocked, unguarded: ["169.254.169.254"] }),
    ]);
  });
});

testInNamespace("the name localhost has no privilege of its own", () => {
  const names = { localhost: [["169.254.169.254"]] };
  const [sent] = sendInNamespace([{ url: "http://localhost:PORT/", egress: "local", names }]);
  expect(sent).toMatchObject({ ...blocked, asked: ["localhost"] });
});
