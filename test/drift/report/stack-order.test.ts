import fc from "fast-check";
import { shardOf } from "../../../drift/report/stack-order";

const targets = fc.uniqueArray(fc.tuple(fc.constantFrom("shop", "billing"), fc.stringMatching(/^[a-z]{1,6}$/)), {
  selector: (each) => each.join(),
  maxLength: 40,
});
const named = (names: [string, string][]) =>
  names.map(([project, name]) => ({ stack: { project, name, folder: "." } }));

test("the parts of a matrix hold every stack once, differ by one at the most, and don't depend on the order", () => {
  fc.assert(
    fc.property(targets, fc.integer({ min: 1, max: 7 }), (names, of) => {
      const all = named(names);
      const parts = Array.from({ length: of }, (_, place) => shardOf(all, { index: place + 1, of }));
      const labels = parts.flat().map(({ stack }) => `${stack.project}/${stack.name}`);
      expect(labels.sort()).toEqual(all.map(({ stack }) => `${stack.project}/${stack.name}`).sort());
      const sizes = parts.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      const reversed = Array.from({ length: of }, (_, place) => shardOf([...all].reverse(), { index: place + 1, of }));
      expect(reversed).toEqual(parts);
    }),
  );
});
