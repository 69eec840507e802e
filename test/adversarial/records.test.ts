import { type Variant, wholeLife } from "./key-life";
import { type Lie, pageOf, type Shown } from "./liar";
import { endLives } from "./life";

afterEach(endLives);

/** Shows keys in another form, everywhere. */
const showing =
  (change: (key: Shown) => Shown): Variant["lie"] =>
  () => ({ key: change });

/** Shows the value of a secret key in another form, except at its creation. */
const redacting =
  (redact: (value: string, key: Shown) => unknown): Variant["lie"] =>
  () => ({
    key: (key, { whole }) => (whole || key.type !== "secret" ? key : { ...key, value: redact(String(key.value), key) }),
  });

/** JSON that JavaScript has no value for, such as a number of 64 bits. */
interface RawJson {
  rawJSON: string;
}
const rawJson = (text: string): RawJson => (JSON as unknown as { rawJSON(text: string): RawJson }).rawJSON(text);
const isRaw = (value: unknown): value is RawJson => typeof value === "object" && value !== null && "rawJSON" in value;

/** Ids of another shape; the sandbox goes on with its own. */
function numbered(idFor: (number: number, own: string) => unknown): () => Lie {
  return () => {
    const own = new Map<string, string>();
    const shown = new Map<string, unknown>();
    return {
      key: (key) => {
        const id = String(key.id);
        if (!shown.has(id)) {
          const other = idFor(shown.size + 1, id);
          shown.set(id, other);
          own.set(isRaw(other) ? other.rawJSON : String(other), id);
        }
        return { ...key, id: shown.get(id) };
      },
      idOf: (id) => own.get(id) ?? id,
    };
  };
}

const redactions: Variant[] = [
  { says: "redacts by stars of the same length", lie: redacting((value) => "*".repeat(value.length)) },
  { says: "redacts by a word", lie: redacting(() => "[REDACTED]") },
  { says: "redacts by nothing", lie: redacting(() => "") },
  { says: "redacts by dots and the last four", lie: redacting((value) => `...${value.slice(-4)}`) },
  { says: "redacts by the head alone", lie: redacting((value) => value.slice(0, 8)) },
  { says: "redacts alike for every key", lie: redacting(() => "sk_live_abcd****wxyz") },
  { says: "redacts by another whole key", lie: redacting(() => `sk_sandbox_${"0".repeat(48)}`) },
  { says: "redacts by false", lie: redacting(() => false) },
  { says: "redacts by a number", lie: redacting(() => 0) },
  { says: "redacts by an object", lie: redacting((value) => ({ last4: value.slice(-4) })) },
  {
    says: "does not redact at all",
    lie: () => {
      const values = new Map<unknown, unknown>();
      return {
        key: (key, { whole }) => {
          if (whole) values.set(key.id, key.value);
          return { ...key, value: values.get(key.id) ?? key.value };
        },
      };
    },
  },
];
const sandboxForms = (["mask", "omit", "null", "last4"] as const).map(
  (redaction): Variant => ({ says: `redacts by ${redaction}`, lie: () => ({}), options: { redaction } }),
);

const fields: Variant[] = [
  {
    says: "adds fields that nobody knows",
    lie: showing((key) => ({ ...key, owner: { id: 1 }, tags: [null], __proto: "x" })),
  },
  { says: "leaves out every time", lie: showing(({ created_at: _c, updated_at: _u, last_used: _l, ...key }) => key) },
  {
    says: "gives null for every time",
    lie: showing((key) => ({ ...key, created_at: null, updated_at: null, last_used: null })),
  },
  {
    says: "gives times as seconds",
    lie: showing((key) => ({ ...key, created_at: 1_700_000_000, updated_at: 1_700_000_000.5, last_used: undefined })),
  },
  {
    says: "gives times that are none",
    lie: showing((key) => ({ ...key, created_at: "yesterday", updated_at: "", last_used: undefined })),
  },
  {
    says: "gives times with another offset",
    lie: showing((key) => ({ ...key, created_at: "2026-01-01T05:30:00+05:30" })),
  },
  { says: "leaves out the account", lie: showing(({ account_id: _, ...key }) => key) },
  { says: "gives the account as a number", lie: showing((key) => ({ ...key, account_id: 17 })) },
  {
    says: "shows scopes in another order",
    lie: showing((key) => ({ ...key, scopes: [...(key.scopes as string[])].reverse() })),
  },
  {
    says: "shows every scope twice",
    lie: showing((key) => ({ ...key, scopes: [...(key.scopes as string[]), ...(key.scopes as string[])] })),
  },
];

const ids: Variant[] = [
  { says: "are numbers", lie: numbered((number) => 1_000 + number) },
  {
    says: "are numbers of 64 bits",
    lie: numbered((number) => rawJson(String(2n ** 64n - BigInt(number)))),
  },
  {
    says: "are numbers that were rounded before they were sent",
    lie: () => ({
      list: (keys, call) =>
        pageOf(
          keys.map((key, index) => ({ ...key, id: 1.234567e21 + index * 1e6 })),
          call,
        ),
    }),
    refuses: /item \d+ of the list of keys has no id/,
  },
  {
    says: "are not well-formed",
    lie: () => ({
      list: (keys, call) =>
        pageOf(
          keys.map((key, index) => ({ ...key, id: `\udc00${index}` })),
          call,
        ),
    }),
    refuses: /item \d+ of the list of keys has no id/,
  },
  { says: "hold control characters", lie: numbered((number) => `key\u0000\u001b[31m\t${number}`) },
  {
    says: "hold line ends, with which messages could be forged",
    lie: numbered((number) => `key\r\n${number}`),
    refuses: /item \d+ of the list of keys has no id/,
  },
  { says: "are numbers as texts", lie: numbered((number) => String(1_000 + number)) },
  { says: "are texts of 30 digits", lie: numbered((number) => String(number).padStart(30, "9")) },
  { says: "have 200 characters", lie: numbered((number) => `key_${String(number).padStart(196, "x")}`) },
  { says: "are of other alphabets", lie: numbered((number) => `ключ-${number}-é-🔑`) },
  { says: "need escaping in an address", lie: numbered((number) => `a/b?c#d%2F ${number}&"'\\`) },
  { says: "look like paths", lie: numbered((number) => `../../v1/accounts/${number}`) },
  {
    says: "are names of object members",
    lie: numbered(
      (number) =>
        ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "then"][number] ?? `id${number}`,
    ),
  },
  {
    says: "differ in case alone",
    lie: numbered((number) =>
      [...number.toString(2).padStart(4, "0")].map((bit) => (bit === "1" ? "A" : "a")).join(""),
    ),
  },
];

test.each([...redactions, ...sandboxForms])(
  "a key keeps its value for life at a service that $says",
  async (variant) => {
    const life = await wholeLife(variant);
    expect(life.output.join("\n")).not.toMatch(/sk_sandbox_[0-9a-f]{20}/);
  },
);
test.each(fields)("a key is created, kept and deleted at a service that $says", async (variant) => {
  await wholeLife(variant);
});
test.each(ids)("a key is created, kept and deleted at a service whose ids $says", async (variant) => {
  await wholeLife(variant);
});
