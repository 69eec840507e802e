import fc from "fast-check";
import { bearsMark, markOf, marksOf } from "../../../../provider/resources/rotating-api-key/mark.js";

test("a key's name bears the mark of its rotation, generation and attempt, and of no other", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(1_000), fc.string(), fc.nat(1_000), (id, generation, otherId, other) => {
      fc.pre(id !== otherId || generation !== other);
      const mine = marksOf(id, generation);
      expect(new Set(mine).size).toBe(mine.length);
      expect(bearsMark(`billing-0a1b2c3d-${markOf(id, generation, 3)}`, mine)).toBe(true);
      expect(bearsMark(`billing-0a1b2c3d-${markOf(otherId, other, 3)}`, mine)).toBe(false);
    }),
  );
});

test("a name that a service trimmed, padded or wrote in capitals still bears its mark", () => {
  const marks = marksOf("rotation-1", 2);
  expect(bearsMark(` BILLING-${markOf("rotation-1", 2, 0).toUpperCase()} `, marks)).toBe(true);
  expect(bearsMark("", marks)).toBe(false);
  expect(bearsMark("billing", marks)).toBe(false);
});
