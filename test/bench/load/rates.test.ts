import fc from "fast-check";
import { describeLeads, leadOf, measureRounds, smallestLead, turnOrder } from "../../../bench/load/rates";

test("everybody is measured once a round, and over the rounds nobody always comes first or last", async () => {
  const order: string[] = [];
  const rounds = await measureRounds(6, ["a", "b", "c"], async (name, round) => {
    order.push(name);
    return round;
  });
  expect(rounds).toEqual([0, 1, 2, 3, 4, 5].map((round) => ({ a: round, b: round, c: round })));
  const firsts = [0, 1, 2, 3, 4, 5].map((round) => order[round * 3]);
  expect(new Set(firsts)).toEqual(new Set(["a", "b", "c"]));
});

test("whatever the number of those compared, a turn has each of them once", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat()), fc.nat(100), (names, round) => {
      expect([...turnOrder(names, round)].sort()).toEqual([...names].sort());
    }),
  );
});

test("a slow moment of the machine that meets a whole round leaves the lead as it is", () => {
  const rounds = [
    { ours: 3_000, theirs: 2_000 },
    { ours: 300, theirs: 200 },
    { ours: 3_000, theirs: 2_000 },
  ];
  expect(leadOf(16, rounds, "ours", "theirs")).toEqual({
    concurrency: 16,
    ratio: 1.5,
    oursPerSecond: 3_000,
    theirsPerSecond: 2_000,
  });
});

test("being ahead at one concurrency does not make up for being behind at another", () => {
  const lead = (concurrency: number, oursPerSecond: number) =>
    leadOf(concurrency, [{ ours: oursPerSecond, theirs: 1_000 }], "ours", "theirs");
  const leads = [lead(1, 900), lead(16, 5_000)];
  expect(smallestLead(leads)).toBe(0.9);
  expect(describeLeads(leads)).toBe(
    "1 at a time 0.90 × (900 a second against 1,000), 16 at a time 5.00 × (5,000 against 1,000)",
  );
});
