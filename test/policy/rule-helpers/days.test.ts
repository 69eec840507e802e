import { daysSince } from "../../../policy/rule-helpers/days";

const now = new Date("2026-06-01T12:00:00Z");

test("days are counted from a time to now, with fractions", () => {
  expect(daysSince("2026-05-30T00:00:00Z", now)).toBe(2.5);
  expect(daysSince("2026-06-02T12:00:00Z", now)).toBe(-1);
});

test("a value that is not a time has no age", () => {
  for (const time of ["last week", undefined, 5, Symbol("unknown")]) expect(daysSince(time, now)).toBeUndefined();
});
