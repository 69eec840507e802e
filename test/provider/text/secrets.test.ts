import fc from "fast-check";
import { createSecrets } from "../../../provider/text/secrets";
import { triesNewCases } from "../../nightly";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hexOf = (text: string): string => Buffer.from(text).toString("hex");

const credential = "sk_live_51H8aQk/+zLqpW==ünïq";
const known = createSecrets();
known.learn(credential);
const nothing = createSecrets();

describe("what is taken out of every text", () => {
  test.each([
    ["plain", credential],
    ["as a JSON string", JSON.stringify({ a: credential })],
    ["percent-encoded", encodeURIComponent(credential)],
    ["percent-encoded in lower case", encodeURIComponent(credential).replace(/%[0-9A-F]{2}/g, (c) => c.toLowerCase())],
    ["in base64", base64(credential)],
    ["in base64 after one letter", base64(`:${credential}`)],
    ["in base64 after a user name", base64(`ab:${credential}`)],
    ["in base64url", Buffer.from(credential).toString("base64url")],
    ["in hex", hexOf(credential)],
    ["in upper case hex", hexOf(credential).toUpperCase()],
  ])("the credential is not shown %s", (_, form) => {
    const shown = known.redact(`got ${form} from you`);
    expect(shown).toMatch(/^got .*\[redacted\].* from you$/);
    expect(shown).not.toContain(form.slice(8, 20));
  });

  test("a credential that looks like a word is not shown in base64 either, wherever it begins in there", () => {
    const own = createSecrets();
    own.learn("horsey");
    for (const lead of ["", "a", "ab", "abc"]) expect(own.redact(base64(`${lead}horsey`))).toContain("[redacted]");
  });

  test("a part of twelve characters is as good as the whole", () => {
    const own = createSecrets();
    own.learn("sk_live_a1b2c3d4e5f6g7h8");
    expect(own.redact("it ends in c3d4e5f6g7h8.")).toBe("it ends in [redacted].");
    expect(own.redact("it ends in e5f6g7h8.")).toBe("it ends in e5f6g7h8.");
  });

  test("words are no part of a secret, and one that is made of words is taken out whole", () => {
    const own = createSecrets();
    own.learn("pulumi-payments-doctor-no-such-key-1");
    expect(own.redact("pulumi-payments-doctor made a key")).toBe("pulumi-payments-doctor made a key");
    expect(own.redact("sent pulumi-payments-doctor-no-such-key-1.")).toBe("sent [redacted].");
    expect(own.mayHold("pulumi-payments-doctor: no such key as 1")).toBe(false);
    expect(own.mayHold(base64("pulumi-payments-doctor-no-such-key-1"))).toBe(true);
  });

  test("what all keys of a kind begin with, and the id that a value is built from, stay readable", () => {
    const own = createSecrets();
    own.learn("sk_production_key_0123456789abcdef_Zz9Yy8Xx7Ww6", "key_0123456789abcdef");
    expect(own.redact("keys begin with sk_production_ here; see key_0123456789abcdef")).toBe(
      "keys begin with sk_production_ here; see key_0123456789abcdef",
    );
    expect(own.redact("sk_production_key_0123456789abcdef_Zz9Yy8Xx7Ww6")).not.toContain("Zz9Yy8Xx7Ww6");
  });

  test("what is shaped like the value of a key is taken out though nobody has seen it; names and ids stay", () => {
    expect(known.redact("called sk_live_abcdef0123456789abcd by now")).toBe("called [redacted] by now");
    const plain = "API key key_41b7a3020d442032 test-apple-pay-domain-scopes live-checkout-0a1b2c3d-k2m4n6p8";
    expect(known.redact(plain)).toBe(plain);
  });

  test("it is held whole by a text that has all of it, in JSON too", () => {
    const own = createSecrets();
    for (const each of ['sk_live_"a1b2c3d4e5f6\\g7', "short1"]) {
      own.learn(each);
      expect(own.holds(JSON.stringify([`x ${each}`]))).toBe(true);
      expect(own.holds(`x${each}x`)).toBe(true);
      expect(own.holds(each.slice(1))).toBe(false);
    }
  });

  test("thousands of secrets cost a text no more than one does", () => {
    const own = createSecrets();
    for (let at = 0; at < 3_000; at += 1) own.learn(`sk_sandbox_${Buffer.from(`secret ${at}`).toString("hex")}x9Y8z7`);
    const text = "API key key_41b7a3020d442032 is called by another name. ".repeat(2_000);
    const startedMs = performance.now();
    expect(own.redact(text)).toBe(text);
    expect(own.holds(text)).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });

  test("a very short credential does not tear every text to pieces, and what is no text is not learnt", () => {
    const own = createSecrets();
    for (const each of ["a", "", undefined, 7]) own.learn(each);
    expect(own.redact("a banana 7")).toBe("a banana 7");
  });

  test("whatever the secret and the text around it, it is never shown, and the rest stays", () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" })
      .filter((text) => text.trim().length >= 4 && !"[redacted]".includes(text.trim()) && !/^[a-z_-]+$/i.test(text));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const own = createSecrets();
        own.learn(value);
        expect(own.redact(`${before} ${value} ${after}`)).not.toContain(value.trim());
        expect(own.redact(JSON.stringify(`${before}${value}${after}`))).not.toContain(
          JSON.stringify(value).slice(1, -1).trim(),
        );
      }),
    );
  });

  test("a text without secrets is left as it is, and a second time changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = known.redact(text);
        expect(known.redact(once)).toBe(once);
        expect(nothing.redact(text.replaceAll(/[_-]/g, ""))).toBe(text.replaceAll(/[_-]/g, ""));
      }),
    );
  });

  test("a hostile text of any length is read through at once", () => {
    const startedMs = performance.now();
    for (const text of ["sk-".repeat(5e4), "sk_".repeat(5e4), "x".repeat(2e5)]) known.redact(text);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

type Encoder = readonly [name: string, encode: (text: string) => string];
const characters = (text: string, each: (character: string, at: number) => string): string =>
  [...text].map(each).join("");
const codeOf = (character: string): number => character.codePointAt(0)!;
const bytes = (text: string, each: (byte: string) => string): string =>
  [...Buffer.from(text)].map((byte) => each(String.fromCharCode(byte))).join("");
const hex2 = (character: string): string => codeOf(character).toString(16).padStart(2, "0");

const hex4 = (character: string): string => codeOf(character).toString(16).padStart(4, "0");

/** Ways to write ASCII otherwise. A composition of some stays ASCII. */
const encoders: readonly Encoder[] = [
  ["full percent", (text) => bytes(text, (c) => `%${hex2(c)}`)],
  ["percent", (text) => encodeURIComponent(text)],
  ["entities", (text) => characters(text, (c) => `&#${codeOf(c)};`)],
  ["hex entities", (text) => characters(text, (c) => `&#x${hex2(c)};`)],
  ["entities without an end", (text) => characters(text, (c, at) => `&#${codeOf(c)}${at % 2 ? ";" : " "}`)],
  ["escapes", (text) => characters(text, (c) => `\\u${hex4(c)}`)],
  ["doubled escapes", (text) => characters(text, (c) => `\\\\u${hex4(c)}`)],
  ["braced escapes", (text) => characters(text, (c) => `\\u{${hex2(c)}}`)],
  ["hex escapes", (text) => bytes(text, (c) => `\\x${hex2(c)}`)],
  ["octal", (text) => bytes(text, (c) => `\\${codeOf(c).toString(8).padStart(3, "0")}`)],
  ["JSON", (text) => JSON.stringify(text)],
  ["JSON twice", (text) => JSON.stringify(JSON.stringify(text))],
  ["base64", base64],
  ["base64url", (text) => Buffer.from(text).toString("base64url")],
  ["wrapped base64", (text) => base64(text).replace(/.{10}/g, "$&\r\n")],
  ["base64 of more", (text) => base64(`u:${text}`)],
  ["hex", hexOf],
  ["HEX", (text) => hexOf(text).toUpperCase()],
  ["hex with colons", (text) => bytes(text, (c) => `${hex2(c)}:`)],
  ["hex with 0x", (text) => bytes(text, (c) => `0x${hex2(c)}, `)],
  ["quoted printable", (text) => bytes(text, (c) => `=${hex2(c)}`)],
  ["bytes", (text) => JSON.stringify([...Buffer.from(text)])],
  ["numbered bytes", (text) => JSON.stringify({ ...Buffer.from(text) })],
  ["octal bytes", (text) => bytes(text, (c) => `${codeOf(c).toString(8)} `)],
  ["binary", (text) => bytes(text, (c) => `${codeOf(c).toString(2).padStart(8, "0")} `)],
  ["characters", (text) => JSON.stringify([...text])],
  ["spaced", (text) => characters(text, (c) => `${c} `)],
  ["dashed", (text) => [...text].join("-")],
  ["zero width", (text) => [...text].join("\u200b")],
  ["tags", (text) => characters(text, (c) => `<b>${c}</b>`)],
  ["full width", (text) => characters(text, (c) => (/[!-~]/.test(c) ? String.fromCodePoint(codeOf(c) + 0xfee0) : c))],
  ["capitals", (text) => text.toUpperCase()],
];
/** What spoils what was encoded before: numbers and cases that run together. */
const lossy = new Set(["capitals", "spaced", "dashed"]);

const keyValue = fc
  .tuple(fc.constantFrom("sk_live_", "sk_sandbox_", ""), fc.stringMatching(/^[A-Za-z0-9]{24,40}$/))
  .map(([prefix, rest]) => `${prefix}${rest}`);
const around = fc.stringMatching(/^[a-z .,]{0,20}$/);

function knowing(value: string): ReturnType<typeof createSecrets> {
  const own = createSecrets();
  own.learn(value);
  return own;
}

describe("a text that may hold a secret", () => {
  test.each(encoders.map(([name]) => name))("is found, written as %s", (name) => {
    const encode = encoders.find(([each]) => each === name)![1];
    fc.assert(
      fc.property(keyValue, around, around, (value, before, after) => {
        expect(knowing(value).mayHold(`${before} ${encode(value)} ${after}`)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test("is found whatever encodings were put into each other", () => {
    const inner = fc.constantFrom(...encoders);
    const outer = fc.uniqueArray(fc.constantFrom(...encoders.filter(([name]) => !lossy.has(name))), { maxLength: 2 });
    fc.assert(
      fc.property(keyValue, inner, outer, around, around, (value, first, others, before, after) => {
        fc.pre(!others.includes(first));
        const text = [first, ...others].reduce((each, [, encode]) => encode(`${before}${each}${after}`), value);
        expect(knowing(value).mayHold(text)).toBe(true);
      }),
      { numRuns: triesNewCases ? 5_000 : 300 },
    );
  });

  test("is found by twelve characters of it, and not by what all keys of a kind begin with", () => {
    const own = knowing("sk_production_q1w2e3r4t5y6u7i8");
    expect(own.mayHold(`ends in ${base64("4t5y6u7i8e3r4t5y6u7i8")}`)).toBe(true);
    expect(own.mayHold("keys begin with sk_production_, so yours is none")).toBe(false);
  });

  test("is any that has more readings than can be looked at", () => {
    const nested = (depth: number): string => (depth === 0 ? "A".repeat(20_000) : base64(nested(depth - 1)));
    expect(knowing("sk_live_a1b2c3d4e5f6g7h8").mayHold(nested(8))).toBe(true);
  });

  test("is no sentence of a service that holds ids, times, addresses and scopes", () => {
    const own = knowing("sk_sandbox_a1b2c3d4e5f6g7h8i9j0k1l2");
    for (const text of [
      "The key key_41b7a3020d442032 of acct_1f2e3d4c5b6a7988 may not use api_keys:write, see https://docs.example.com/errors#operation_not_enabled_for_account",
      "Request 5f0c6a52-8d43-4c0f-9d34-4f6f4d3a1f8e at 2026-01-31T10:00:00.000Z failed: 10 of 100 pages, 99.5 %",
      "Le paiement a échoué : la clé « prod » n’a pas l’autorisation nécessaire",
    ])
      expect(own.mayHold(text)).toBe(false);
  });

  test("is no text of words or numbers by chance", () => {
    const own = knowing("sk_sandbox_a1b2c3d4e5f6g7h8i9j0k1l2");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(own.mayHold(text)).toBe(false);
      }),
    );
  });
});
