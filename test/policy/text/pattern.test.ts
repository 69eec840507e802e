import fc from "fast-check";
import { compilePattern, PatternError, patternSchema } from "../../../policy/text/pattern";

const matches = (pattern: string, text: string) => compilePattern(pattern).matches(text);

test.each([
  ["shop-[a-z]+", "shop-web", true],
  ["shop-[a-z]+", "shop-", false],
  ["shop", "a shop", false],
  ["^shop$", "shop", true],
  ["(billing|shop)-(web|ci)", "billing-ci", true],
  ["(billing|shop)-(web|ci)", "billing-", false],
  ["a{2,3}", "aa", true],
  ["a{2,3}", "aaaa", false],
  ["a{2,}", "aaaaa", true],
  ["a{2}", "a", false],
  ["(?:ab)*", "abab", true],
  ["(a*)*", "aaa", true],
  ["\\d+\\.\\d+", "1.25", true],
  ["\\d+\\.\\d+", "1x25", false],
  ["\\w\\W\\s\\S\\D", "a- bc", true],
  ["[^-]+", "a-b", false],
  ["[a\\-z]+", "a-z", true],
  ["[-a]+", "a-", true],
  ["", "", true],
  ["a||b", "", true],
  ["é.", "éx", true],
  [".", "😀", true],
  [".", "\n", false],
  ["shop$", "shop\n", false],
  ["(?:^shop|web$)", "shop", true],
])("%j against %j is %j, as in a regular expression", (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
  expect(new RegExp(`^(?:${pattern})$`, "u").test(text)).toBe(expected);
});

test("any pattern matches the same texts as JavaScript's regular expression", () => {
  const single = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\.");
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      single,
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => `(${a}|${b})`),
      fc
        .tuple(tie("node"), fc.constantFrom("?", "*", "+", "{2}", "{1,2}", "{1,}"))
        .map(([a, times]) => `(${a})${times}`),
    ),
  }));
  fc.assert(
    fc.property(node, fc.string({ unit: fc.constantFrom("a", "b", "1", "."), maxLength: 7 }), (pattern, text) => {
      expect(matches(pattern, text)).toBe(new RegExp(`^(?:${pattern})$`, "u").test(text));
    }),
  );
});

test("a pattern that takes exponential time with backtracking ends at once", () => {
  expect(matches("(a|a)*(a|aa)+b", "a".repeat(5000))).toBe(false);
  expect(matches("((a+)+)+b", "a".repeat(5000))).toBe(false);
});

test.each([
  ["a(?=b)", "invalid or unsupported Perl syntax: `(?=`"],
  ["(?<=a)b", "invalid named capture"],
  ["(a", "missing closing ): `(a`"],
  ["a)", "unexpected ): `a)`"],
  ["[a", "missing closing ]: `[a`"],
  ["*a", "missing argument to repetition operator: `*`"],
  ["a**", "invalid nested repetition operator: `**`"],
  ["a{3,2}", "invalid repeat count: `{3,2}`"],
  ["a{1001}", "invalid repeat count: `{1001}`"],
  ["\\1", "invalid escape sequence: `\\1`"],
  ["a\\", "trailing backslash at end of expression"],
  ["[b-a]", "invalid character class range: `b-a`"],
  ["(((a{256}){256}){256})", "invalid repeat count: `{256}`"],
  ["a{0,1000}".repeat(50), "its repeats are too large"],
  ["a".repeat(501), "longer than 500 characters"],
])("%j is refused, and the error shows the wrong part", (pattern, why) => {
  expect(() => compilePattern(pattern)).toThrow(PatternError);
  expect(() => compilePattern(pattern)).toThrow(why);
  expect(patternSchema.safeParse(pattern).error?.issues[0]?.message).toContain("is not accepted");
});

test("an accepted pattern passes as configuration", () => {
  expect(patternSchema.parse("a|b")).toBe("a|b");
});
