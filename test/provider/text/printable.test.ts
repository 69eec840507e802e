import fc from "fast-check";
import { jsonText, printable, printableLines } from "../../../provider/text/printable";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom("::error::x", "\n", "\r\n", " ", "##[group]", "##vso[a]", "#", "\u2028", "\u202e", "\ud800"),
        fc.string(),
      ),
    )
    .map((parts) => parts.join("")),
);

test("what a terminal would obey or hide is written out", () => {
  expect(printable("a\u001b[31mred\u0007")).toBe("a\\u{1b}[31mred\\u{7}");
  expect(printable("one\r\ntwo\u2028three")).toBe("one\\u{d}\\u{a}two\\u{2028}three");
  expect(printable("\u202egnp.exe\u200b\u009b2J\ud800")).toBe("\\u{202e}gnp.exe\\u{200b}\\u{9b}2J\\u{d800}");
  expect(printable("\u3164\u2800\u034f\ufe0f\u{e0041}")).toBe("\\u{3164}\\u{2800}\\u{34f}\\u{fe0f}\\u{e0041}");
});

test("what the runner of a CI would obey is written out, at the beginning of a line or anywhere", () => {
  expect(printable("::add-mask::x")).toBe("\\u{3a}:add-mask::x");
  expect(printable(" \t::error::x")).toBe(" \\u{9}\\u{3a}:error::x");
  expect(printable("a ##[error]b ##vso[task.setvariable]c")).toBe("a \\u{23}#[error]b \\u{23}#vso[task.setvariable]c");
  expect(printableLines("one\n::warning::two\n  ::x")).toBe("one\n\\u{3a}:warning::two\n  \\u{3a}:x");
});

test("other text stays as it is", () => {
  const plain = "Schlüssel für 東京 – 🔑 | a,b urn:pulumi:dev::shop::type::name ## [1] #x";
  expect(printable(plain)).toBe(plain);
  expect(printableLines(`${plain}\r\n  - ${plain}\n`)).toBe(`${plain}\r\n  - ${plain}\n`);
});

test("at most 4,000 characters of one text are shown, and every line of ours whole", () => {
  expect(printable("x".repeat(1e6))).toBe(`${"x".repeat(4_000)}…`);
  expect(printableLines("x".repeat(1e6))).toHaveLength(1e6);
});

test("nothing that a terminal or a runner acts on is left, whatever the text", () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(printable(each)).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u);
      for (const line of [printable(each), ...printableLines(each).split("\n"), ...jsonText({ each }, 2).split("\n")]) {
        expect(line).not.toMatch(/^\s*::|##[A-Za-z]*\[/);
        expect(line.replace(/\r$/, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }
    }),
  );
});

test("JSON stays the JSON of the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), text, (value, name) => {
      const all = { value, [name]: name };
      for (const indent of [undefined, 2])
        expect(JSON.parse(jsonText(all, indent))).toEqual(JSON.parse(JSON.stringify(all)));
    }),
  );
});
