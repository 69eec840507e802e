import fc from "fast-check";
import { quote, quotedMost, withheld } from "../../../provider/api/quote";
import { createSecrets } from "../../../provider/text/secrets";

const credential = "sk_live_51H8aQkzLqpW9x2c";
const secrets = createSecrets();
secrets.learn(credential);
const nothing = { mayHold: () => false };

describe("what a message quotes of a text of the service", () => {
  test("is nothing at all where anything that it can be read as holds a secret or twelve characters of one", () => {
    const hex = Buffer.from(credential).toString("hex").replace(/../g, "$&:");
    for (const form of [
      credential,
      credential.slice(-12),
      hex,
      [...credential].join("\u200b"),
      [...credential].join("<i>"),
    ])
      expect(quote(`no such key: ${form}`, secrets)).toBe(withheld);
  });

  test("is one short line without markup, controls and what is not seen", () => {
    expect(quote("<h1>no</h1>\r\n\u001b[31msuch\u0000 key\u202e\u200b", secrets)).toBe("no [31msuch key");
    expect(quote("word ".repeat(100), secrets)).toHaveLength(quotedMost);
    expect(quote("x".repeat(10_000), secrets)).toBe(withheld);
  });

  test("loses what looks like somebody's secret", () => {
    for (const value of [
      "sk_test_abcdef",
      "pk_live_ABCDEFG",
      "whsec_planted",
      "live_abcdefghijklmnop",
      "A1b2C3d4E5f6G7h8I9j0",
    ])
      expect(quote(`there is no ${value}.`, secrets)).toBe("there is no [redacted].");
    expect(quote('token=xyz1 is bad, "api_key": "ab c", password: hunter2', secrets)).toBe(
      'token=[redacted] is bad, "api_key": [redacted], password: [redacted]',
    );
  });

  test("keeps sentences, and the ids that were asked for", () => {
    const sentence =
      "The operation_not_enabled_for_account rule: acct_1 needs a secret_key with api_keys:write on 2026-01-01.";
    expect(quote(sentence, secrets)).toBe(sentence);
    const id = "key_01HZX4YV9K2M3N4P5Q6R7S8T9V";
    expect(quote(`no such key ${id}`, secrets, [id])).toBe(`no such key ${id}`);
    expect(quote(`no such key ${id}`, secrets)).toBe("no such key [redacted]");
  });

  test("is one line of at most 300 characters and some escapes, in which nothing is obeyed, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 9_000 }), (text) => {
        const line = quote(text, nothing);
        expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u);
        expect(line).not.toMatch(/^::/);
        expect(line.replace(/\\u\{[0-9a-f]+\}/g, "x").length).toBeLessThanOrEqual(quotedMost);
      }),
    );
  });

  test("a hostile text of any length is read through at once: no pattern takes steps without bound", () => {
    const startedMs = performance.now();
    const pieces = ["<", "a_", 'value":"', " ", "%", "&#", "\\", "0x", "00 ", "A", "sk-", "token=", '","'];
    for (const piece of pieces) for (const length of [8_192, 2e6]) quote(piece.repeat(length / piece.length), secrets);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
