import fc from "fast-check";
import { depthMax, parseJson } from "../../../provider/api/read-answer";

/** What arrives of a value that was sent as JSON. */
function arrived(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21 ? String(value) : value;
  if (Array.isArray(value)) return value.map(arrived);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, arrived(inner)]));
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const anyText = fc
  .string({ unit: "binary", maxLength: 20 })
  .map((text) => `${text}\ud800`.slice(0, text.length + (text.length % 2)));
const anyJson = fc
  .jsonValue({ maxDepth: 5, noUnicodeString: false })
  .chain((value) =>
    fc.tuple(fc.constant(value), anyText, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  )
  .map(([value, text, whole, real]) => ({ value, text, [text]: [whole, real, text] }));

test("JSON arrives as it was sent, but for lone surrogates and whole numbers that would be rounded", () => {
  fc.assert(
    fc.property(anyJson, (sent) => {
      const plain = JSON.parse(JSON.stringify(sent));
      const parsed = parseJson(JSON.stringify(sent)) as Record<string, unknown>;
      expect(parsed.value).toEqual(arrived(plain.value));
      expect(parsed.text).toEqual(arrived(plain.text));
    }),
    { numRuns: 300 },
  );
});

test("of any text, undefined is returned exactly where it is not JSON", () => {
  const cut = anyJson.chain((value) => {
    const text = JSON.stringify(value);
    return fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([from, to]) => text.slice(0, from) + text.slice(to));
  });
  const pieces = fc.array(
    fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      '"',
      "\\",
      ",",
      ":",
      "1",
      "-",
      "12345678901234567890",
      "e",
      ".",
      "null",
      '"a"',
      " ",
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        cut,
        pieces.map((all) => all.join("")),
      ),
      (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        // A number as the name of a member is the one thing that is taken though it is not JSON.
        fc.pre(!/\d{16}\s*:/.test(text));
        expect(parseJson(text) !== undefined).toBe(isJson);
      },
    ),
    { numRuns: 2_000 },
  );
});

describe("depth", () => {
  const nested = (depth: number, inner = ""): string => `${"[".repeat(depth)}${inner}${"]".repeat(depth)}`;

  test.each([4_000, 100_000, 4_000_000])("of %d nested arrays, only those within the limit are left", (depth) => {
    const parsed = parseJson(nested(depth));
    expect(depthOf(parsed)).toBe(depthMax);
    expect(JSON.stringify(parsed)).toBe(nested(depthMax, '"…"'));
  });

  test("what stands beside a value that nests too deep is read", () => {
    const objects = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
    expect(
      parseJson(`{"id":"key_1","deep":${objects},"deeper":[${nested(90)},${nested(2)}],"value":"v"}`),
    ).toMatchObject({
      id: "key_1",
      deeper: [expect.anything(), [[]]],
      value: "v",
    });
  });

  test("a value at the limit is whole, and brackets within texts nest nothing", () => {
    expect(parseJson(nested(depthMax))).toEqual(JSON.parse(nested(depthMax)));
    const text = `${'[{"\\'.repeat(100)}\\\\`;
    expect(parseJson(JSON.stringify([text, { [text]: text }]))).toEqual([text, { [text]: text }]);
  });

  test("nothing within a value that nests too deep is left, numbers of many digits neither", () => {
    const deep = nested(depthMax + 5, "12345678901234567890");
    expect(parseJson(`[${deep},12345678901234567890]`)).toEqual([
      JSON.parse(nested(depthMax - 1, '"…"')),
      "12345678901234567890",
    ]);
  });

  test("brackets that are never closed are not JSON, which is known at once", () => {
    expect(parseJson("[".repeat(16_000_000))).toBeUndefined();
    expect(parseJson(`{"a":${"[".repeat(100)}"]`)).toBeUndefined();
  });
});

describe("numbers", () => {
  test.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993", "-9007199254740993"],
    ["18446744073709551615", "18446744073709551615"],
    [`${"9".repeat(100)}`, "9".repeat(100)],
    ["1e400", Number.POSITIVE_INFINITY],
    ["12345678901234567.5", Number("12345678901234567.5")],
    ["1.5e12345678901234567", Number.POSITIVE_INFINITY],
    ["0.1234567890123456789", Number("0.1234567890123456789")],
  ])("%s arrives with every digit that counts", (text, value) => {
    expect(parseJson(text)).toBe(value);
    expect(parseJson(`{"id": ${text} }`)).toEqual({ id: value });
    expect(parseJson(`[${text},${text}]`)).toEqual([value, value]);
    expect(parseJson(JSON.stringify(text))).toBe(text);
  });

  test("digits without end are read through at once", () => {
    expect(parseJson("9".repeat(16_000_000))).toBe(Number.POSITIVE_INFINITY);
  });
});

test("texts are well-formed at every depth, as members of objects too", () => {
  expect(parseJson('["a\\ud800b",{"x":["\\udc00"]},"\\ud83d\\ude00"]')).toEqual(["a\ufffdb", { x: ["\ufffd"] }, "😀"]);
});

test("a member named __proto__ is a member as any other, and changes no prototype", () => {
  const parsed = parseJson('{"__proto__":{"id":"key_1"},"a":{"__proto__":"\\ud800"}}') as Record<string, unknown>;
  expect([parsed.id, Object.keys(parsed), Object.getPrototypeOf(parsed)]).toEqual([
    undefined,
    ["__proto__", "a"],
    Object.prototype,
  ]);
  expect(JSON.stringify(parsed)).toBe('{"__proto__":{"id":"key_1"},"a":{"__proto__":"\ufffd"}}');
});
