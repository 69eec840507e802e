import { emptyHistory, remember } from "../../../drift/report/history";
import { changed, reportOf } from "../reports";
import { everyTier } from "./formats/every-tier";

const [first, second, third] = [
  "2030-01-01T02:00:00.000Z",
  "2030-01-02T02:00:00.000Z",
  "2030-01-03T02:00:00.000Z",
] as const;
const clean = reportOf({ findings: [], counts: {}, exitCode: 0 });

test("a finding keeps the day on which it was first seen, and how often it was seen since", () => {
  const one = remember(emptyHistory, reportOf(), first);
  const two = remember(one.history, reportOf(), second);
  expect(two.findings).toMatchObject([{ since: { firstSeen: first, timesSeen: 2 } }]);
  expect(two.repaired).toEqual([]);
});

test("what is no longer found is repaired, and reported once", () => {
  const one = remember(emptyHistory, reportOf(), first);
  const two = remember(one.history, clean, second);
  expect(two.repaired).toEqual([
    { fingerprint: changed.fingerprint, what: "ApiKey ci in shop/dev", firstSeen: first, repairedAt: second },
  ]);
  expect(remember(two.history, clean, third).repaired).toEqual([]);
});

test("what could not be read is not called repaired, and is known for as long once it is seen again", () => {
  const one = remember(emptyHistory, reportOf(), first);
  const failed = { ...clean, stacks: clean.stacks.map((each) => ({ ...each, outcome: "failed" as const })) };
  const two = remember(one.history, failed, second);
  expect(two.repaired).toEqual([]);
  expect(remember(two.history, reportOf(), third).findings).toMatchObject([
    { since: { firstSeen: first, timesSeen: 2 } },
  ]);
});

test("a resource that drifted once more, to something else, is a finding of its own and no repair", () => {
  const one = remember(emptyHistory, reportOf(), first);
  const elsewhere = reportOf({ findings: [{ ...changed, fingerprint: "fedcba9876543210" }] });
  const two = remember(one.history, elsewhere, second);
  expect(two.repaired).toEqual([]);
  expect(two.findings).toMatchObject([{ since: { firstSeen: second, timesSeen: 1 } }]);
});

test("an inactive endpoint has four days at the most from when it was first seen so; a disabled one has none to tell", () => {
  const endpoint = (live: string) =>
    reportOf({ findings: [{ ...changed, tier: "unhealthy", fields: [{ field: "status", wanted: "active", live }] }] });
  const one = remember(emptyHistory, endpoint("inactive"), first);
  expect(one.findings).toMatchObject([{ daysUntilDisabled: 4 }]);
  expect(remember(one.history, endpoint("inactive"), second).findings).toMatchObject([{ daysUntilDisabled: 3 }]);
  expect(remember(one.history, endpoint("disabled"), second).findings[0]).not.toHaveProperty("daysUntilDisabled");
});

test("a violation counts as repaired only where a policy pack classified the stack again, whatever else is found on its key", () => {
  const broken = reportOf({ findings: [{ ...everyTier.violation, fingerprint: "00000000000000aa" }] });
  const one = remember(emptyHistory, broken, first);
  expect(remember(one.history, reportOf(), second).repaired).toEqual([]);
  const judged = { ...reportOf(), stacks: clean.stacks.map((each) => ({ ...each, policy: "judged" as const })) };
  expect(remember(one.history, judged, second).repaired).toMatchObject([{ what: expect.stringContaining("rule no-") }]);
});
