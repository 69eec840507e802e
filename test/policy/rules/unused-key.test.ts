import { notYetKnown, type TestResource, testPolicy } from "../../../policy/index";
import { unusedKey } from "../../../policy/rules/unused-key";

const now = new Date("2026-06-01T12:00:00Z");
const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(now.getTime() - days * day).toISOString();
const unused = { createdAt: ago(400), lastUsed: ago(200), lastUsedObservedAt: ago(0.1) };
const key = (props: Record<string, unknown>, name = "reports"): TestResource => ({ name, class: "ApiKey", props });
const check = (props: Record<string, unknown>, config = {}) =>
  testPolicy(unusedKey, [key({ ...unused, ...props })], { now, config, stack: { name: "prod" } });

test("a recently used key passes", () => {
  check({ lastUsed: ago(3) }).expectNone();
});

test("a key that was not used for long violates, with the times of the last use and the observation", () => {
  const { findings } = check({});
  expect(findings.map(({ message, path, name }) => [message, path, name])).toEqual([
    ["This key was last used on 2025-11-13, as observed on 2026-06-01T09:36:00.000Z.", "lastUsed", "reports"],
  ]);
});

test("a key that was never used counts from its creation", () => {
  const neverUsed = (createdAt: string) =>
    testPolicy(
      unusedKey,
      [key({ ...unused, createdAt, lastUsed: undefined }), key({ ...unused, lastUsed: ago(1) }, "b")],
      { now },
    );
  neverUsed(ago(400)).expectViolation(/^This key was not used since its creation on 2025-04-27, as observed on/);
  neverUsed(ago(10)).expectNone();
});

test("a key counts as never used only if the service shows a use of another key", () => {
  for (const others of [[], [key({ ...unused, lastUsed: "lately" }, "b")], [{ ...key(unused, "c"), class: "X:y:Z" }]]) {
    const { findings } = testPolicy(unusedKey, [key({ ...unused, lastUsed: undefined }), ...others], { now });
    expect(findings.map(({ outcome, message }) => [outcome, message])).toContainEqual([
      "undetermined",
      "Undetermined: No use of reports was ever observed, but the service reports no use of any key of this stack, so it may not report them. Ask its users.",
    ]);
    expect(findings.filter(({ outcome }) => outcome === "violation")).toEqual([]);
  }
});

test("ninety days are allowed, or as many as are configured", () => {
  check({ lastUsed: ago(89.9) }).expectNone();
  check({ lastUsed: ago(90) }).expectViolation();
  check({ lastUsed: ago(90) }, { days: 91 }).expectNone();
});

test("a stale observation is undetermined, with the command for a new one", () => {
  check({ lastUsedObservedAt: ago(1) }).expectViolation();
  for (const lastUsed of [undefined, unused.lastUsed]) {
    const { findings } = check({ lastUsed, lastUsedObservedAt: ago(1.01) }).expectUndetermined(
      /The last use of reports was observed over 24 hours ago, so it may be in use\. Run: pulumi refresh --stack prod\./,
    );
    expect(findings).toHaveLength(1);
  }
});

test("an observation from the future is undetermined", () => {
  check({ lastUsedObservedAt: ago(-1.01) }).expectUndetermined(/over 24 hours ago/);
  check({ lastUsedObservedAt: ago(-0.5) }).expectViolation();
});

test("a stale observation of a recent use passes", () => {
  check({ lastUsed: ago(30), lastUsedObservedAt: ago(20) }).expectNone();
  check({ lastUsed: ago(30), lastUsedObservedAt: undefined }).expectNone();
});

test.each([
  ["no reading", { lastUsedObservedAt: undefined }],
  ["a reading at no time", { lastUsedObservedAt: "lately" }],
  ["an unknown reading", { lastUsedObservedAt: notYetKnown }],
  ["an unknown use", { lastUsed: notYetKnown }],
  ["a use at no time", { lastUsed: "lately" }],
  ["no time of its making", { createdAt: undefined, lastUsed: undefined }],
])("with %s it is undetermined", (_, props) => {
  const { findings } = check(props).expectUndetermined(
    /The last use of reports is unknown: it was never observed, or its format is not supported\. Run: pulumi refresh --stack prod\./,
  );
  expect(findings).toHaveLength(1);
});

test("a key that is new or changes in this preview is skipped", () => {
  check({ createdAt: undefined, lastUsed: undefined, lastUsedObservedAt: undefined }).expectNone();
  check({ createdAt: notYetKnown, lastUsed: notYetKnown, lastUsedObservedAt: notYetKnown }).expectNone();
  testPolicy(unusedKey, { type: "secret", scopes: ["accounts:read"] }, { now }).expectNone();
});

test("all undetermined keys are one finding, which does not hide a violation", () => {
  const keys = [
    key({ createdAt: ago(400) }, "a"),
    key({ createdAt: ago(400) }, "b"),
    key({}, "new"),
    key(unused, "old"),
    key({ ...unused, lastUsedObservedAt: ago(5) }, "c"),
    { ...key({}, "endpoint"), class: "WebhookEndpoint" },
  ];
  const { findings } = testPolicy(unusedKey, keys, { now });
  expect(findings.map(({ outcome, name, path }) => [outcome, name, path])).toEqual([
    ["violation", "old", "lastUsed"],
    ["undetermined", undefined, "lastUsed"],
    ["undetermined", undefined, "lastUsed"],
  ]);
  expect(findings[1]?.message).toMatch(/The last use of a and b is unknown/);
  expect(findings[2]?.message).toMatch(/The last use of c was observed/);
});

test("it is advisory in strict too, because a failed build is no reason to delete a key", () => {
  expect(unusedKey).toMatchObject({ level: "advisory", strictLevel: "advisory" });
});
