import { andOf, firstOf } from "../../../policy/text/in-words";

test("words are listed as in a sentence", () => {
  expect(andOf([])).toBe("");
  expect(andOf(["a"])).toBe("a");
  expect(andOf(["a", "b"])).toBe("a and b");
  expect(andOf(["a", "b", "c"])).toBe("a, b and c");
});

test("a long list shows five names and the number of the others", () => {
  expect(firstOf(["a", "b", "c", "d", "e"])).toBe("a, b, c, d and e");
  expect(firstOf(["a", "b", "c", "d", "e", "f", "g"])).toBe("a, b, c, d, e and 2 more");
});
