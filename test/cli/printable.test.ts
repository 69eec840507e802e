import fc from "fast-check";
import { printable } from "../../cli/printable";

test("what a terminal would obey or hide is written out", () => {
  expect(printable("a\u001b[31mred\u0007")).toBe("a\\u{1b}[31mred\\u{7}");
  expect(printable("one\r\ntwo\u2028three")).toBe("one\\u{d}\\u{a}two\\u{2028}three");
  expect(printable("\u202egnp.exe\u200b\u009b2J\ud800")).toBe("\\u{202e}gnp.exe\\u{200b}\\u{9b}2J\\u{d800}");
});

test("other text stays as it is", () => {
  expect(printable("Schlüssel für 東京 – 🔑 | a,b")).toBe("Schlüssel für 東京 – 🔑 | a,b");
});

test("nothing that a terminal acts on is left, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(printable(text)).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u);
    }),
  );
});
