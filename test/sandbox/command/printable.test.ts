import fc from "fast-check";
import { jsonLine, printableLines } from "../../../sandbox/command/printable";

const words = fc.array(
  fc.constantFrom("a", " ", "é", "::", "##[group]", "##vso[", "\n", "\r\n", "\r", "\u001b[31m", "\u202e", "\ud800"),
  { maxLength: 12 },
);

test("no line holds what a terminal or a runner obeys, and line ends stay where they were", () => {
  fc.assert(
    fc.property(words, (parts) => {
      const lines = printableLines(parts.join("")).split(/\r?\n/);
      for (const line of lines) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(line).not.toMatch(/^\s*::|##\[|##vso\[/);
      }
      expect(lines).toHaveLength(parts.join("").split(/\r?\n/).length);
    }),
  );
});

test("a line of JSON has nothing of it either, and is read as what it means", () => {
  fc.assert(
    fc.property(words, (parts) => {
      const value = { text: parts.join("") };
      const line = jsonLine(value);
      expect(line).toMatch(/^[^\n]*\n$/);
      expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]|##\[|##vso\[/u);
      expect(JSON.parse(line)).toEqual(value);
    }),
  );
});
