import { quietReading } from "../../../provider/native/quiet-reading";

const at = (hours: number): string => new Date(hours * 3_600_000).toISOString();
const before = { name: "ci", lastUsed: at(1), lastUsedObservedAt: at(10), __provider: "reference" };
const after = { name: "ci", lastUsed: at(1), lastUsedObservedAt: at(20) };
const nowMs = 20 * 3_600_000;

test("a reading that finds nothing new keeps the time of a recent one", () => {
  expect(quietReading(before, after, nowMs)).toEqual({ ...after, lastUsedObservedAt: at(10) });
});

test("a reading half a day later is recorded, since policies ask how fresh it is", () => {
  const old = { ...before, lastUsedObservedAt: at(8) };
  expect(quietReading(old, after, nowMs)).toBe(after);
});

test.each([{ name: "renamed" }, { lastUsed: at(19) }, { scopes: [] }])(
  "a reading that finds %j is recorded",
  (found) => {
    const changed = { ...after, ...found };
    expect(quietReading(before, changed, nowMs)).toBe(changed);
  },
);

test("an object without such a time is recorded as it was read", () => {
  expect(quietReading({ status: "active" }, after, nowMs)).toBe(after);
  expect(quietReading({ ...before, lastUsedObservedAt: "no time" }, after, nowMs)).toEqual({
    ...after,
    lastUsedObservedAt: "no time",
  });
});
