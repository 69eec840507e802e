import fc from "fast-check";
import { matchesAny, matchesGlob } from "../../../policy/text/glob";

test.each([
  ["", "", true],
  ["*", "", true],
  ["?", "", false],
  ["ci", "ci", true],
  ["ci", "cin", false],
  ["ci*", "ci-west", true],
  ["*-west", "ci-west", true],
  ["c*w*t", "ci-west", true],
  ["c?", "ci", true],
  ["c?", "c", false],
  ["a.c", "abc", false],
])("%j against %j is %j", (pattern, text, expected) => {
  expect(matchesGlob(pattern, text)).toBe(expected);
});

test("it matches the same texts as the equivalent regular expression", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", ".", "*", "?"), maxLength: 8 });
  fc.assert(
    fc.property(letters, fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 10 }), (pattern, text) => {
      const same = pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
      expect(matchesGlob(pattern, text)).toBe(new RegExp(`^${same}$`, "s").test(text));
    }),
  );
});

test("a pattern that takes exponential time with backtracking does not", () => {
  let reads = 0;
  const counted = new Proxy(new String("a".repeat(2000)), {
    get: (target, key) => {
      reads += 1;
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  expect(matchesGlob(`${"*a".repeat(20)}b`, counted as unknown as string)).toBe(false);
  expect(reads).toBeLessThan(2000 * 45 * 4);
});

test("one pattern of several is enough, and no pattern matches nothing", () => {
  expect(matchesAny(["prod", "pr-*"], "pr-12")).toBe(true);
  expect(matchesAny(["prod", "pr-*"], "dev")).toBe(false);
  expect(matchesAny([], "dev")).toBe(false);
});
