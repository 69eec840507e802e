import { notYetKnown, type TestResource, testPolicy } from "../../../policy/index";
import { staleKey } from "../../../policy/rules/stale-key";

const now = new Date("2026-06-01T12:00:00Z");
const key = (createdAt: unknown, name = "reports", type = "secret"): TestResource => ({
  name,
  class: "ApiKey",
  props: { type, createdAt },
});
const check = (resources: TestResource[], config = {}) => testPolicy(staleKey, resources, { now, config });

test("a young key passes, an old one violates with its age and the command", () => {
  check([key("2026-01-01T00:00:00Z")]).expectNone();
  const { findings } = check([key("2025-01-01T00:00:00Z")]);
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "This key was created on 2025-01-01T00:00:00Z, 516 days ago; its maximum age is 365 days.",
      "createdAt",
      "When its users can change to a new value, run: pulumi up --replace 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/payments:ApiKey::reports'.",
    ],
  ]);
});

test("the maximum age is configurable", () => {
  check([key("2026-05-22T12:00:00Z")], { days: 10 }).expectNone();
  check([key("2026-05-22T11:59:00Z")], { days: 10 }).expectViolation(/10 days ago; its maximum age is 10 days/);
});

test("publishable keys and other resources are skipped", () => {
  check([
    key("2020-01-01T00:00:00Z", "web", "publishable"),
    { ...key("2020-01-01T00:00:00Z"), class: "X:y:Z" },
  ]).expectNone();
});

test("all keys of unknown age are one undetermined finding, which does not hide a violation", () => {
  const { findings } = check([key("soon", "a"), key("", "b"), key("lately", "c"), key("2020-01-01", "old")]);
  expect(findings.map(({ outcome, name, path, message }) => [outcome, name, path, message])).toEqual([
    ["violation", "old", "createdAt", expect.stringContaining("2020-01-01")],
    [
      "undetermined",
      undefined,
      "createdAt",
      expect.stringMatching(/The age of a, b and c is unknown: the format of the time is not supported\.$/),
    ],
  ]);
});

test("a key that is new or changes in this preview is skipped", () => {
  check([key(undefined, "a"), key(notYetKnown, "b")]).expectNone();
});

test("it is off in recommended, and advisory in strict", () => {
  expect(staleKey).toMatchObject({ level: "disabled", strictLevel: "advisory" });
});
