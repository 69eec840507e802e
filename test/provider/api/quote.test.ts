import fc from "fast-check";
import { createRedactor } from "../../../provider/api/redact.js";

const credential = "sk_live_51H8aQk/+zLqpW==ünïq";
const redactor = createRedactor(credential);

describe("taking secrets out of what is shown", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  test.each([
    ["plain", credential],
    ["as a JSON string", JSON.stringify({ a: credential })],
    ["percent-encoded", encodeURIComponent(credential)],
    ["percent-encoded in lower case", encodeURIComponent(credential).replace(/%[0-9A-F]{2}/g, (c) => c.toLowerCase())],
    ["in base64", base64(credential)],
    ["in base64 after one letter", base64(`:${credential}`)],
    ["in base64 after a user name", base64(`ab:${credential}`)],
    ["in base64url", Buffer.from(credential).toString("base64url")],
    ["in hex", Buffer.from(credential).toString("hex")],
    ["in upper case hex", Buffer.from(credential).toString("hex").toUpperCase()],
  ])("the credential is not shown %s", (_, form) => {
    for (const shown of [redactor.text(`got ${form} from you`), redactor.body(`<p>${form}</p>`)]) {
      expect(shown).toContain("[redacted]");
      expect(shown).not.toContain(form.slice(4, 20));
    }
  });

  test("a credential that looks like a word is not shown in base64 either, wherever it begins in there", () => {
    const own = createRedactor("horsey");
    for (const lead of ["", "a", "ab", "abc"]) {
      const form = base64(`${lead}horsey`);
      expect(own.text(form)).toContain("[redacted]");
    }
  });

  test("properties that name a secret lose what stands in them, however it looks", () => {
    const shown = redactor.body(
      JSON.stringify({
        key: { id: "key_1", value: "short" },
        api_key: "abc",
        client_secret: 7,
        note: "token=xyz1 is bad",
      }),
    );
    for (const secret of ["short", "abc", "7", "xyz1"]) expect(shown).not.toContain(secret);
    expect(shown).toContain("key_1");
  });

  test("a cut-off body of a creation loses its value too", () => {
    expect(redactor.body('{"id":"key_1","value":"planted-without-end')).not.toContain("planted");
    expect(redactor.body("{\"id\":\"key_1\",'value': 'planted one'}")).not.toContain("planted");
  });

  test("what looks like the value of a key is taken out of plain text", () => {
    for (const value of [
      "sk_test_abcdef",
      "pk_live_ABCDEFG",
      "whsec_planted",
      "live_abcdefghijklmnop",
      "A1b2C3d4E5f6G7h8I9j0",
    ]) {
      expect(redactor.text(`no such key: ${value}.`)).toBe("no such key: [redacted].");
    }
  });

  test("a value that was learnt is taken out though it looks like a word", () => {
    const own = createRedactor("credential-one");
    own.learn("correct horse");
    expect(own.text("you sent correct horse, or Y29ycmVjdCBob3JzZQ==")).toMatch(
      /^you sent \[redacted\], or \[redacted\].?==$/,
    );
  });

  test("sentences and the ids that were asked for stay readable", () => {
    const sentence =
      "The operation_not_enabled_for_account rule: acct_1 needs a secret_key with api_keys:write on 2026-01-01.";
    expect(redactor.text(sentence)).toBe(sentence);
    const id = "key_01HZX4YV9K2M3N4P5Q6R7S8T9V";
    expect(redactor.text(`no such key ${id}`, [id])).toBe(`no such key ${id}`);
    expect(redactor.text(`no such key ${id}`)).toBe("no such key [redacted]");
  });

  test("a very short credential does not tear every text to pieces", () => {
    expect(createRedactor("a").text("a banana")).toBe("a banana");
  });

  test("whatever the credential and the text around it, it is never shown", () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" })
      .filter((text) => !text.includes("[redacted]"));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const own = createRedactor(value);
        expect(own.text(`${before} ${value} ${after}`)).not.toContain(value);
        expect(own.body(JSON.stringify({ message: `${before}${value}${after}` }))).not.toContain(value);
      }),
    );
  });
});
