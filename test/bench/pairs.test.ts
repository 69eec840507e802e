import fc from "fast-check";
import { describePairs, excessMsOf, inSeconds, measurePairs, median, ratioOf } from "../../bench/pairs";

test("the order of the two ways changes from pair to pair, and each time keeps its side", async () => {
  const order: string[] = [];
  const way = (name: string, ms: number) => async () => {
    order.push(name);
    return ms;
  };
  const pairs = await measurePairs(3, way("ours", 2), way("baseline", 4), () => {});
  expect(order).toEqual(["ours", "baseline", "baseline", "ours", "ours", "baseline"]);
  expect(pairs).toEqual(Array(3).fill({ oursMs: 2, baselineMs: 4 }));
});

test("as many values are below the median as above it, whatever their order", () => {
  const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, (list) => {
      const middle = median(list);
      const below = list.filter((value) => value < middle).length;
      const above = list.filter((value) => value > middle).length;
      expect(below).toBeLessThanOrEqual(list.length / 2);
      expect(above).toBeLessThanOrEqual(list.length / 2);
      expect(median([...list].reverse())).toBe(middle);
    }),
  );
});

test("an even number of values has the mean of the middle two as its median", () => {
  expect(median([10, 1, 4, 3])).toBe(3.5);
});

test("a slow moment of the machine that meets both ways of a pair changes neither ratio nor median", () => {
  const pairs = [
    { oursMs: 50, baselineMs: 100 },
    { oursMs: 5_000, baselineMs: 10_000 },
    { oursMs: 55, baselineMs: 110 },
  ];
  expect(ratioOf(pairs)).toBe(0.5);
  expect(excessMsOf(pairs)).toBe(-55);
});

test("the range of the pairs' ratios is told, so that a restless machine shows", () => {
  const pairs = [
    { oursMs: 1_000, baselineMs: 1_000 },
    { oursMs: 1_000, baselineMs: 2_000 },
    { oursMs: 3_000, baselineMs: 2_000 },
  ];
  expect(describePairs(pairs, inSeconds)).toBe("1.0 s against 2.0 s, 3 pairs, ratios 0.50 to 1.50");
  expect(describePairs(pairs.slice(0, 1), inSeconds)).toBe("1.0 s against 1.0 s, 1 pair");
});
