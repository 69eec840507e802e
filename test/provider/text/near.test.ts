import fc from "fast-check";
import { distance, nearest } from "../../../provider/text/near";

const word = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "c", "_", ":") });

test("the distance of a word to itself is nothing, and to another one something, either way the same", () => {
  fc.assert(
    fc.property(word, word, (left, right) => {
      expect(distance(left, left)).toBe(0);
      expect(distance(left, right)).toBe(distance(right, left));
      expect(distance(left, right) === 0).toBe(left === right);
      expect(distance(left, right)).toBeLessThanOrEqual(Math.max(left.length, right.length));
    }),
  );
});

test.each([
  ["abc", "ab", 1],
  ["ab", "abc", 1],
  ["abc", "axc", 1],
  ["abc", "acb", 1],
  ["", "abc", 3],
  ["kitten", "sitting", 3],
])("%j becomes %j by %i edits", (left, right, edits) => {
  expect(distance(left, right)).toBe(edits);
});

test("the nearest is the candidate with the fewest edits, whatever the case, and none where all are far", () => {
  const candidates = ["apiKey", "apiKeyId", "accountId"];
  expect(nearest("APIKEY", candidates)).toBe("apiKey");
  expect(nearest("apiKeyID", candidates)).toBe("apiKeyId");
  expect(nearest("acountid", candidates)).toBe("accountId");
  expect(nearest("wholly-other", candidates)).toBeUndefined();
  expect(nearest("x", [])).toBeUndefined();
});
