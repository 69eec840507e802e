import { notYetKnown, testPolicy } from "../../../policy/index";
import { overlapLongEnough } from "../../../policy/rules/overlap-long-enough";

const check = (rotation: unknown, config = {}) =>
  testPolicy(
    overlapLongEnough,
    [{ name: "billing", class: "RotatingApiKey", props: { scopes: ["accounts:read"], rotation } }],
    { config },
  );

test("an overlap of the minimum passes, and a shorter one violates", () => {
  check({ everyDays: 30, overlapHours: 24 }).expectNone();
  const { findings } = check({ everyDays: 30, overlapHours: 23.5 });
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["The overlap is 23.5 hours; the minimum is 24.", "rotation.overlapHours"],
  ]);
});

test("the minimum is configurable, and applies to a trigger too", () => {
  check({ trigger: "a", overlapHours: 47 }, { hours: 48 }).expectViolation(/the minimum is 48/);
  check({ trigger: "a", overlapHours: 1 }, { hours: 1 }).expectNone();
});

test("an unknown value is undetermined", () => {
  check(notYetKnown).expectUndetermined(/: rotation is not known/);
  check({ everyDays: 30, overlapHours: notYetKnown }).expectUndetermined(/rotation\.overlapHours/);
});

test.each([undefined, null, "daily", {}, { overlapHours: "2" }])(
  "a rotation that is %j is skipped, because the provider refuses it",
  (rotation) => {
    check(rotation).expectNone();
  },
);

test("it is advisory, because a rule can't know how often a key is used", () => {
  expect(overlapLongEnough).toMatchObject({ level: "advisory", looksAt: ["RotatingApiKey"] });
});
