import { notYetKnown, type TestResource, testPolicy } from "../../../policy/index.js";
import { unusedKey } from "../../../policy/rules/unused-key.js";

const now = new Date("2026-06-01T12:00:00Z");
const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(now.getTime() - days * day).toISOString();
const unused = { createdAt: ago(400), lastUsed: ago(200), lastUsedObservedAt: ago(0.1) };
const key = (props: Record<string, unknown>, name = "reports"): TestResource => ({ name, class: "ApiKey", props });
const judge = (props: Record<string, unknown>, config = {}) =>
  testPolicy(unusedKey, [key({ ...unused, ...props })], { now, config, stack: { name: "prod" } });

test("a key that was used lately passes", () => {
  judge({ lastUsed: ago(3) }).expectNone();
});

test("a key that was not used for long violates, and says since when and when that was read", () => {
  const { findings } = judge({});
  expect(findings.map(({ message, path, name }) => [message, path, name])).toEqual([
    ["This key was last used on 2025-11-13, as observed on 2026-06-01T09:36:00.000Z.", "lastUsed", "reports"],
  ]);
});

test("a key that was never used counts from when it was made", () => {
  const neverUsed = (createdAt: string) =>
    testPolicy(
      unusedKey,
      [key({ ...unused, createdAt, lastUsed: undefined }), key({ ...unused, lastUsed: ago(1) }, "b")],
      { now },
    );
  neverUsed(ago(400)).expectViolation(/^This key was not used since its creation on 2025-04-27, as observed on/);
  neverUsed(ago(10)).expectNone();
});

test("that a key was never used is believed only where the service shows a use of some key", () => {
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
  judge({ lastUsed: ago(89.9) }).expectNone();
  judge({ lastUsed: ago(90) }).expectViolation();
  judge({ lastUsed: ago(90) }, { days: 91 }).expectNone();
});

test("a stale reading never makes a key look unused: it is undetermined, with the command that reads again", () => {
  judge({ lastUsedObservedAt: ago(1) }).expectViolation();
  for (const lastUsed of [undefined, unused.lastUsed]) {
    const { findings } = judge({ lastUsed, lastUsedObservedAt: ago(1.01) }).expectUndetermined(
      /The last use of reports was observed over 24 hours ago, so it may be in use\. Run: pulumi refresh --stack prod\./,
    );
    expect(findings).toHaveLength(1);
  }
});

test("a reading from the future is not believed", () => {
  judge({ lastUsedObservedAt: ago(-1.01) }).expectUndetermined(/over 24 hours ago/);
  judge({ lastUsedObservedAt: ago(-0.5) }).expectViolation();
});

test("a stale reading that shows a late use proves it, since no use is undone", () => {
  judge({ lastUsed: ago(30), lastUsedObservedAt: ago(20) }).expectNone();
  judge({ lastUsed: ago(30), lastUsedObservedAt: undefined }).expectNone();
});

test.each([
  ["no reading", { lastUsedObservedAt: undefined }],
  ["a reading at no time", { lastUsedObservedAt: "lately" }],
  ["an unknown reading", { lastUsedObservedAt: notYetKnown }],
  ["an unknown use", { lastUsed: notYetKnown }],
  ["a use at no time", { lastUsed: "lately" }],
  ["no time of its making", { createdAt: undefined, lastUsed: undefined }],
])("with %s it is undetermined", (_, props) => {
  const { findings } = judge(props).expectUndetermined(
    /The last use of reports is unknown: it was never observed, or its format is not supported\. Run: pulumi refresh --stack prod\./,
  );
  expect(findings).toHaveLength(1);
});

test("nothing is said of a key that is not there yet or changes in this preview", () => {
  judge({ createdAt: undefined, lastUsed: undefined, lastUsedObservedAt: undefined }).expectNone();
  judge({ createdAt: notYetKnown, lastUsed: notYetKnown, lastUsedObservedAt: notYetKnown }).expectNone();
  testPolicy(unusedKey, { type: "secret", scopes: ["accounts:read"] }, { now }).expectNone();
});

test("what is undetermined is one line for all keys, and hides no violation", () => {
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

test("it is advisory in strict too: nobody should delete a key because a build is red", () => {
  expect(unusedKey).toMatchObject({ level: "advisory", strictLevel: "advisory" });
});
