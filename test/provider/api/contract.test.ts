import fc from "fast-check";
import { accountListSchema } from "../../../provider/api/contract/account";
import { apiKeySchema, readCreatedKey } from "../../../provider/api/contract/api-key";
import { eventListSchema } from "../../../provider/api/contract/event";
import { pageSchema } from "../../../provider/api/contract/page";
import { readTime } from "../../../provider/api/contract/time";
import {
  webhookEndpointPatchAnswerSchema,
  webhookEndpointSchema,
} from "../../../provider/api/contract/webhook-endpoint";
import { issuesOf, parseJson } from "../../../provider/api/read-answer";

const asked = { type: "secret", name: "ci", scopes: ["accounts:read"] } as const;
const wanted = { ...asked, scopes: [...asked.scopes] };
const whole = {
  id: "key_1",
  account_id: "acct_1",
  ...asked,
  value: "sk_live_0123",
  created_at: "2026-01-01T00:00:00Z",
};
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Anything that may stand in the place of a field, as the text of its JSON. */
const odd = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "1e400",
    "-0",
    "12345678901234567890",
    '"\\udc00"',
    '"\\ud800 2026"',
    '"\\u0000"',
    '""',
    "null",
    "[[]]",
    '{"__proto__":1}',
  ),
  fc.integer({ min: 1, max: 20_000 }).map(nested),
  fc.integer({ min: 1, max: 200_000 }).map(
    (length) =>
      `"${"x*\\ud83d\\ude00"
        .repeat(length / 3 + 1)
        .slice(0, length - (length % 2))
        .replace(/\\[^\\]*$/, "")}"`,
  ),
);
const fields = ["account_id", "last_used", "created_at", "updated_at", "type", "name", "scopes"] as const;

function bodyWith(replaced: Readonly<Record<string, string | undefined>>): unknown {
  const members = Object.entries({ ...whole, last_used: null, updated_at: null }).map(([name, value]) => [
    name,
    replaced[name] ?? JSON.stringify(value),
  ]);
  return parseJson(`{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`);
}

/** Every text in it can be carried, and none is longer than a key's may be. */
function expectBounded(value: unknown): void {
  if (typeof value === "string") {
    expect(value.isWellFormed()).toBe(true);
    expect(value.length).toBeLessThanOrEqual(10_000);
  } else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) expectBounded(inner);
}

test("a creation keeps its id and its value whatever stands in any other field", () => {
  fc.assert(
    fc.property(fc.record(Object.fromEntries(fields.map((name) => [name, odd])), { requiredKeys: [] }), (replaced) => {
      const made = readCreatedKey(bodyWith(replaced), wanted);
      expect(made.data).toMatchObject({ id: "key_1", value: "sk_live_0123" });
      expectBounded(made.data);
    }),
    { numRuns: 500 },
  );
});

test("what a creation does not show of the type, the name and the scopes is what was asked for", () => {
  for (const junk of ["null", "7", "{}", nested(50)])
    expect(readCreatedKey(bodyWith({ type: junk, name: junk, scopes: junk }), wanted).data).toMatchObject(asked);
  const { type: _t, name: _n, scopes: _s, ...bare } = whole;
  expect(readCreatedKey(bare, wanted).data).toMatchObject(asked);
  expect(readCreatedKey(bare, { type: "secret" }).data).toMatchObject({ name: "", scopes: ["*"] });
});

test("what a creation does show stands against what was asked for", () => {
  const other = { type: "publishable", name: "other", scopes: [] };
  expect(readCreatedKey({ ...whole, ...other }, wanted).data).toMatchObject(other);
});

test.each([
  ["nothing", undefined],
  ["no object", []],
  ["no id", { ...whole, id: undefined }],
  ["an id of which a character did not arrive", { ...whole, id: "key_\ufffd" }],
  ["an id without end", { ...whole, id: "x".repeat(10_000) }],
  ["neither a name nor a value", { ...whole, name: undefined, value: undefined }],
  ["no name and a value of which a character did not arrive", { ...whole, name: undefined, value: "sk_\ufffd" }],
])("%s is not the answer of a creation", (_what, body) => {
  expect(readCreatedKey(body, wanted).success).toBe(false);
});

test("a listed key is read whatever stands in its optional fields", () => {
  const optional = ["account_id", "value", "last_used", "created_at", "updated_at"];
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(optional.map((name) => [name, odd])), { requiredKeys: [] }),
      (replaced) => {
        const read = apiKeySchema.safeParse(bodyWith(replaced));
        expect(read.data).toMatchObject({ id: "key_1", ...asked });
        expectBounded(read.data);
      },
    ),
    { numRuns: 500 },
  );
});

test("a name without end is cut, so that the key is read and the name is no other", () => {
  const long = apiKeySchema.parse({ ...whole, name: "😀".repeat(1_000) });
  expect([long.name.length, long.name.isWellFormed(), long.name.at(-1)]).toEqual([1_000, true, "…"]);
});

test("the scopes of a publishable key are ignored, malformed ones too; a secret key is not read without", () => {
  expect(apiKeySchema.safeParse({ ...whole, type: "publishable", scopes: 7 }).data).toMatchObject({ scopes: [] });
  expect(apiKeySchema.safeParse({ ...whole, scopes: 7 }).success).toBe(false);
  expect(apiKeySchema.safeParse({ ...whole, scopes: ["accounts:read", 7] }).success).toBe(false);
});

test("whatever last_used holds, only null and its absence read as no use", () => {
  fc.assert(
    fc.property(odd, (json) => {
      const { lastUsed } = apiKeySchema.parse(bodyWith({ last_used: json }));
      if (JSON.stringify(parseJson(json)) === "null" && parseJson(json) === null) expect(lastUsed).toBeUndefined();
      else expect(typeof lastUsed).toBe("string");
    }),
  );
});

test.each([
  ["a page", pageSchema],
  ["a list of accounts", accountListSchema],
  ["a list of events", eventListSchema],
  ["a webhook endpoint", webhookEndpointSchema],
  ["the answer to an update of one", webhookEndpointPatchAnswerSchema],
])("%s of whatever form is read or refused, and throws nothing", (_what, schema) => {
  const names = ["id", "status", "items", "data", "has_more", "total", "offset", "delivery_status"];
  const object = fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] });
  const texts = fc.oneof(
    odd,
    object.map((members) => `{${Object.entries(members).map(([name, json]) => `"${name}":${json}`)}}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const read = schema.safeParse(parseJson(text));
      if (read.success) expect(JSON.stringify(read.data)).toBeDefined();
      else expect(issuesOf(read.error).length).toBeLessThan(1_000);
    }),
  );
});

describe("a time", () => {
  test.each([
    "2026-01-01T05:30:00Z",
    "2026-01-01T05:30:00.123456789+05:30",
    "2026-01-01 05:30:00Z",
    "2026-01-01t05:30:00z",
    "2026-01-01T05:30Z",
    "2026-01-01",
  ])("%s is read", (text) => {
    expect(readTime(text)).toBe(Date.parse(text));
    expect(readTime(text)).not.toBeNaN();
  });

  test.each([
    undefined,
    "",
    "1",
    "12",
    "about 5",
    "day 12",
    "12345",
    "yesterday",
    "2026-13-01",
    "2026-01-01T25:00:00Z",
    "2026-01-01…",
  ])("%j is not read, though Date.parse may", (text) => {
    expect(readTime(text)).toBeNaN();
  });
});
