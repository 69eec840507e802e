import { notYetKnown, type TestResource, testPolicy } from "../../../policy/index";
import { maxKeyAge } from "../../../policy/rules/max-key-age";

const now = new Date("2026-06-01T12:00:00Z");
const check = (resource: TestResource, config: object = { days: 90 }) =>
  testPolicy(maxKeyAge, [resource], { now, config: config as Record<string, unknown> });
const key = (createdAt: unknown, type = "secret"): TestResource => ({
  name: "reports",
  class: "ApiKey",
  props: { type, createdAt },
});
const rotating = (rotation: unknown, since?: unknown): TestResource => ({
  name: "billing",
  class: "RotatingApiKey",
  props: { rotation, ...(since === undefined ? {} : { current: { id: "key_1", name: "billing", since } }) },
});

test("an ApiKey older than the maximum age violates", () => {
  check(key("2026-03-03T12:00:00Z")).expectNone();
  const { findings } = check(key("2026-03-03T11:59:00Z"));
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["This key was created on 2026-03-03T11:59:00Z, 90 days ago; its maximum age is 90 days.", "createdAt"],
  ]);
});

test("a rotation with a longer period violates before any key is too old", () => {
  check(rotating({ everyDays: 90, overlapHours: 24 })).expectNone();
  const { findings } = check(rotating({ everyDays: 91, overlapHours: 24 }));
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    ["This key rotates every 91 days; its maximum age is 90 days.", "rotation", "Set everyDays to 90 or less."],
  ]);
});

test("a rotation by trigger violates by the age of its current key", () => {
  const byTrigger = { trigger: "a", overlapHours: 24 };
  check(rotating(byTrigger, "2026-05-01T00:00:00Z")).expectNone();
  check(rotating(byTrigger)).expectNone();
  const { findings } = check(rotating(byTrigger, "2026-01-01T00:00:00Z"));
  expect(findings).toMatchObject([{ outcome: "violation", path: "current", name: "billing" }]);
});

test("an unknown or unreadable value is undetermined", () => {
  check(rotating(notYetKnown)).expectUndetermined(/rotation is not known/);
  check(rotating({ everyDays: notYetKnown, overlapHours: 1 })).expectUndetermined(/rotation is not known/);
  const { findings } = check(key("lately"));
  expect(findings).toMatchObject([
    {
      outcome: "undetermined",
      path: "createdAt",
      name: "reports",
      message: expect.stringContaining("The age of this key is unknown: the format of its time"),
    },
  ]);
  expect(check(rotating(notYetKnown)).findings).toMatchObject([{ path: "rotation", name: "billing" }]);
});

test("publishable keys, other resources and keys that do not exist yet are skipped", () => {
  check(key("2020-01-01T00:00:00Z", "publishable")).expectNone();
  check({ ...key("2020-01-01T00:00:00Z"), class: "WebhookEndpoint" }).expectNone();
  check(key(undefined)).expectNone();
  check(key(notYetKnown)).expectNone();
});

test("without a maximum age the rule checks nothing", () => {
  check(key("2020-01-01T00:00:00Z"), {}).expectNone();
  expect(maxKeyAge.level).toBe("mandatory");
});
