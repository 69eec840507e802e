import fc from "fast-check";

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`;

/** Values that no field means. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    ...[
      null,
      true,
      0,
      -1,
      -0,
      0.5,
      1e21,
      1e-7,
      2 ** 53,
      -(2 ** 63),
      Number.MAX_VALUE,
      [],
      {},
      [[]],
      [null],
      { "": "" },
    ],
    ...["", " ", "0", "null", "\u0000", "\ud800", "\u202egnp.exe", "💣".repeat(50), "e\u0301", "\u2028", "\r\nx-a: b"],
    ...["a".repeat(256), "a".repeat(2_001), "__proto__", "constructor", "toString", "../../etc/passwd", "%00", "{{x}}"],
    ...["' OR 1=1 --", "<script>", "9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00+14:00", "2026-02-30", "1e999"],
    ...[
      "99999999999999999999",
      "4242424242424242",
      { toString: 1 },
      { length: 1e9 },
      { constructor: { prototype: {} } },
    ],
  ),
  { arbitrary: fc.constant("a".repeat(100_001)), weight: 1 },
  { arbitrary: fc.constant(JSON.parse(nested(40, "[", "]"))), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 4 },
  { arbitrary: fc.string({ unit: "binary" }), weight: 2 },
);

/** What may happen to the fields of an object. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), at: fc.nat(), value: hostileValue }),
  fc.record({ kind: fc.constant("drop" as const), at: fc.nat() }),
  fc.record({
    kind: fc.constant("add" as const),
    name: fc.oneof(fc.string(), fc.constantFrom("id", "__proto__", "limit")),
    value: hostileValue,
  }),
);

/** The value itself, or one with a few fields exchanged, left out or added; at times something else altogether. */
export function distorted(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changed = fc.tuple(values, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) => {
    if (typeof value !== "object" || value === null) return value;
    const fields = new Map(Object.entries(value));
    for (const each of changes) {
      const names = [...fields.keys()];
      const name = each.kind === "add" ? each.name : names[each.at % names.length];
      if (name === undefined) continue;
      if (each.kind === "drop") fields.delete(name);
      else fields.set(name, each.value);
    }
    return Object.fromEntries(fields);
  });
  return fc.oneof(
    { arbitrary: values, weight: 5 },
    { arbitrary: changed, weight: 4 },
    { arbitrary: hostileValue, weight: 1 },
  );
}

/** The text of a body, whole or damaged. */
export function bodiesOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const text = distorted(values).map((value) => JSON.stringify(value) ?? "");
  const damage = (arbitrary: fc.Arbitrary<Buffer>, weight = 1) => ({ arbitrary, weight });
  const cut = fc.tuple(text, fc.nat());
  return fc.oneof(
    damage(
      text.map((whole) => Buffer.from(whole)),
      24,
    ),
    damage(cut.map(([whole, at]) => Buffer.from(whole.slice(0, at % (whole.length + 1))))),
    damage(cut.map(([whole, at]) => flip(Buffer.from(whole), at))),
    damage(text.map((whole) => Buffer.from(whole.replace(/\{"/, '{"a":1,"a":2,"')))),
    damage(text.map((whole) => Buffer.from(whole.replace(/:\d+/, ":1e999")))),
    damage(text.map((whole) => Buffer.from(`\ufeff${whole}`))),
    damage(text.map((whole) => Buffer.from(whole, "utf16le"))),
    damage(fc.constantFrom("[", "{", '"').map((open) => Buffer.from(nested(20_000, open, "")))),
    damage(fc.constant(Buffer.from(`{"data":${nested(20_000, "[", "]")}}`))),
    damage(fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))),
  );
}

function flip(bytes: Buffer, at: number): Buffer {
  if (bytes.length > 0) bytes[at % bytes.length]! ^= 1 << (at % 7);
  return bytes;
}

/** A part of a path that no id means, fit to be sent as it is. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      "..",
      ".",
      "%2e%2e",
      "%2F",
      "%00",
      "%zz",
      "%ff",
      "%C0%AF",
      "*",
      "{id}",
      ":id",
      "a".repeat(201),
      "b".repeat(1_001),
    ],
    ...["null", "-1", "%20", "sk_sandbox_%30", "%F0%9F%92%A3", ";x=1", "a%0d%0ab", "~", "@", "__proto__"],
  ),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, "?"))),
);

/** A query that no operation means. */
export const hostileQuery: fc.Arbitrary<string> = fc.oneof(
  fc
    .constantFrom(
      ...["?", "?&&&=", "?limit", "?limit=", "?limit=1&limit=2", "?limit[]=1", "?limit=0", "?limit=-1", "?limit=1e3"],
      ...[
        "?offset=999999999",
        "?offset=9999999999",
        "?limit=%zz",
        "?__proto__=1",
        "?constructor=1",
        "?x=1",
        "?limit=１",
      ],
    )
    .map((query) => query.replace(/[^\x21-\x7e]/g, encodeURIComponent)),
  fc
    .tuple(fc.string({ unit: "binary", maxLength: 10 }), fc.string({ unit: "binary", maxLength: 10 }))
    .map((pair) => `?${pair.map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, "?"))).join("=")}`),
);

/** Headers to send beside the usual ones, or in their place: the later of two with one name is sent too. */
export const hostileHeaders: fc.Arbitrary<[string, string][]> = fc.constantFrom<[string, string][][]>(
  [["content-type", "text/plain"]],
  [["content-type", "application/json; charset=utf-16"]],
  [
    ["content-type", "application/json"],
    ["content-type", "text/html"],
  ],
  [["content-type", "multipart/form-data; boundary=x"]],
  [["content-type", "\t"]],
  [["content-type", ""]],
  [["content-encoding", "gzip"]],
  [["payments-api-key", ""]],
  [["payments-api-key", "sk_sandbox_nobody"]],
  [
    ["payments-api-key", "a"],
    ["payments-api-key", "b"],
  ],
  [["payments-account", "acct_nobody"]],
  [["payments-account", "x".repeat(5_000)]],
  [["payments-account", "\u00e9\u00ff"]],
  [["authorization", "Bearer"]],
  [["authorization", "Bearer x y"]],
  [["authorization", "Basic Og=="]],
  [
    ["accept", "text/html"],
    ["accept-encoding", "br"],
  ],
  [["x-http-method-override", "DELETE"]],
  [
    ["x-forwarded-host", "attacker.example"],
    ["forwarded", "host=attacker.example"],
  ],
  [["x-large", "x".repeat(17_000)]],
  [["cookie", "__proto__=1"]],
  [["range", "bytes=0-0"]],
  [["if-none-match", "*"]],
);
