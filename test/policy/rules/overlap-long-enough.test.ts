import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { overlapLongEnough } from "../../../policy/rules/overlap-long-enough.js";

const judge = (rotation: unknown, config = {}) =>
  testPolicy(
    overlapLongEnough,
    [{ name: "billing", class: "RotatingApiKey", props: { scopes: ["accounts:read"], rotation } }],
    { config },
  );

test("an overlap as long as is asked for passes, a shorter one violates and says by how much", () => {
  judge({ everyDays: 30, overlapHours: 24 }).expectNone();
  const { findings } = judge({ everyDays: 30, overlapHours: 23.5 });
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["The overlap is 23.5 hours; the minimum is 24.", "rotation.overlapHours"],
  ]);
});

test("the hours are configured, and count for a trigger as well", () => {
  judge({ trigger: "a", overlapHours: 47 }, { hours: 48 }).expectViolation(/the minimum is 48/);
  judge({ trigger: "a", overlapHours: 1 }, { hours: 1 }).expectNone();
});

test("what is not known yet is undetermined", () => {
  judge(notYetKnown).expectUndetermined(/: rotation is not known/);
  judge({ everyDays: 30, overlapHours: notYetKnown }).expectUndetermined(/rotation\.overlapHours/);
});

test.each([undefined, null, "daily", {}, { overlapHours: "2" }])(
  "of a rotation that is %j nothing is said: the provider refuses it",
  (rotation) => {
    judge(rotation).expectNone();
  },
);

test("it is advisory: who uses a key how often no rule can see", () => {
  expect(overlapLongEnough).toMatchObject({ level: "advisory", looksAt: ["RotatingApiKey"] });
});
