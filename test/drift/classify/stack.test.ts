import { classifyStack } from "../../../drift/classify/stack";
import { held, lookOf, record, urnOf } from "../looks";

const failure = (name: string, why: string) =>
  ({ record: "failure", urn: urnOf("ApiKey", name), className: "ApiKey", id: `id_${name}`, why }) as const;

test("what was classified clean is no finding, and counts as clean", () => {
  const { findings, result } = classifyStack(lookOf({ state: [held("ci")], records: [record("ci")] }));
  expect(findings).toEqual([]);
  expect(result).toMatchObject({ outcome: "looked", resources: 1, clean: 1 });
});

test("a resource without a record is undetermined, with the reason why the look ended", () => {
  const look = lookOf({
    state: [held("ci"), held("web")],
    records: [record("ci")],
    failure: "the engine was ended by SIGKILL",
  });
  const { findings, result } = classifyStack(look);
  expect(findings).toMatchObject([
    { tier: "undetermined", name: "web", why: expect.stringContaining("ended by SIGKILL") },
  ]);
  expect(result).toMatchObject({ outcome: "partly", clean: 1, why: "the engine was ended by SIGKILL" });
});

test("a preview that left no record at all names the likely cause, and nothing passes for clean", () => {
  const { findings, result } = classifyStack(lookOf({ state: [held("ci")] }));
  expect(findings).toMatchObject([{ tier: "undetermined", why: expect.stringContaining("older than this command") }]);
  expect(result).toMatchObject({ outcome: "failed", clean: 0 });
});

test("a record of another object under the same urn judges nothing", () => {
  const { findings } = classifyStack(lookOf({ state: [held("ci")], records: [record("ci", { id: "id_before" })] }));
  expect(findings).toMatchObject([{ tier: "undetermined" }]);
});

test("a state that could not be read makes the whole stack undetermined", () => {
  const { findings, result } = classifyStack(lookOf({ state: undefined, failure: "no stack named dev" }));
  expect(findings).toMatchObject([{ tier: "undetermined", kind: "Stack", name: "dev", why: "no stack named dev" }]);
  expect(result).toMatchObject({ outcome: "failed", why: "no stack named dev" });
});

test("what the program no longer declares is pending, but only if the preview came to its end", () => {
  const deletions = new Set([urnOf("ApiKey", "ci")]);
  expect(classifyStack(lookOf({ state: [held("ci")], deletions })).findings).toMatchObject([
    { tier: "pending-program" },
  ]);
  const ended = classifyStack(lookOf({ state: [held("ci")], deletions, failure: "ended" }));
  expect(ended.findings).toMatchObject([{ tier: "undetermined" }]);
});

test("what the program declares and state does not hold is pending, once", () => {
  const urn = urnOf("ApiKey", "new");
  const records = [
    { record: "new", urn, className: "ApiKey" } as const,
    { record: "new", urn, className: "ApiKey" } as const,
  ];
  expect(classifyStack(lookOf({ records })).findings).toMatchObject([
    { tier: "pending-program", urn, kind: "ApiKey", name: "new" },
  ]);
});

test("a refusal makes undetermined what would pass for clean, and hides no drift", () => {
  const refused = failure("ci", "the program's arguments are refused");
  const clean = classifyStack(lookOf({ state: [held("ci")], records: [record("ci"), refused] }));
  expect(clean.findings).toMatchObject([{ tier: "undetermined", why: "the program's arguments are refused" }]);
  const gone = classifyStack(lookOf({ state: [held("ci")], records: [record("ci", { observed: "absent" }), refused] }));
  expect(gone.findings).toMatchObject([{ tier: "gone" }]);
});

test("a deletion that an earlier up left to be done is pending, and the resource beside it is classified", () => {
  const state = [held("ci"), held("ci", { id: "id_old", delete: true })];
  const { findings } = classifyStack(lookOf({ state, records: [record("ci")] }));
  expect(findings).toMatchObject([{ tier: "pending-program", id: "id_old" }]);
});

test("an argument that state holds encrypted is not shown", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "…" };
  const sides = { desired: "hidden one", recorded: "hidden one", lastApplied: "hidden one" };
  const changes = [{ field: "name", ...sides, live: "other", cause: "drift" as const, repairable: true }];
  const state = [held("ci", { inputs: { name: secret } })];
  const { findings } = classifyStack(lookOf({ state, records: [record("ci", { changes })] }));
  expect(findings).toMatchObject([
    { tier: "changed", fields: [{ field: "name", wanted: "[secret]", live: "[secret]" }] },
  ]);
  expect(JSON.stringify(findings)).not.toContain("hidden one");
});

test("a run that broke after everything was classified is not a clean one", () => {
  const { findings, result } = classifyStack(
    lookOf({ state: [held("ci")], records: [record("ci")], failure: "the program broke" }),
  );
  expect(findings).toMatchObject([{ tier: "undetermined", kind: "Stack", why: "the program broke" }]);
  expect(result).toMatchObject({ outcome: "partly", clean: 1 });
});

test("a reason of several lines is reported in one, and what the program has to fix first is what to do next", () => {
  const why = "the program's arguments are refused:\n  - scopes: is required\n  - nme: there is no such argument";
  const records = [{ record: "new", urn: urnOf("ApiKey", "ci"), className: "ApiKey" } as never, failure("ci", why)];
  const { findings } = classifyStack(lookOf({ records }));
  expect(findings).toMatchObject([
    {
      tier: "pending-program",
      why: expect.stringMatching(/refused: the program's arguments are refused: - scopes: is required - nme: there/),
      next: "fix in the program what the reason names; then pulumi up --stack dev applies it",
    },
  ]);
});

test("the reason of a stack that broke is one line too, in its finding and beside it", () => {
  const { findings, result } = classifyStack(lookOf({ state: undefined, failure: "it failed:\r\n  for a reason" }));
  expect([findings[0]?.why, result.why]).toEqual(["it failed: for a reason", "it failed: for a reason"]);
});
