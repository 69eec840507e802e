import { remediationsOf } from "../../../policy/evaluate.js";
import { testResource } from "../../../policy/harness.js";
import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { deletionGuardKept } from "../../../policy/rules/deletion-guard-kept.js";
import { entriesOf, readSettings } from "../../../policy/settings.js";

const adopted = { type: "secret", scopes: ["accounts:read"], adoptId: "key_123" };

test("an adopted key that is left in place passes, said or not", () => {
  testPolicy(deletionGuardKept, adopted).expectNone();
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: false }).expectNone();
});

test("an adopted key that is deleted with its resource violates", () => {
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: true }).expectViolation(/its resource would delete it/);
});

test("a value that is not known yet is undetermined", () => {
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: notYetKnown }).expectUndetermined();
});

test("it holds in the named stacks only", () => {
  const config = { stacks: ["prod*"] };
  const judge = (name: string) =>
    testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: true }, { config, stack: { name } });
  judge("prod-eu").expectViolation();
  judge("dev").expectNone();
});

test("it holds in no stack that is thrown away, by name or as configured", () => {
  const judge = (name: string, config = {}) =>
    testPolicy(
      deletionGuardKept,
      { ...adopted, deleteAdopted: true, deletionGuard: "off" },
      { config, stack: { name } },
    );
  for (const name of ["pr-12", "preview", "preview-1", "review", "review-a"]) judge(name).expectNone();
  judge("pr-12", { throwAway: ["tmp-*"] }).expectViolation();
  judge("tmp-1", { throwAway: ["tmp-*"] }).expectNone();
});

const secretKey = { type: "secret", scopes: ["accounts:read"] };
const config = { "payments:deletionGuard": "off" };
const judgeKey = (props: Record<string, unknown>, stack = {}) =>
  testPolicy(deletionGuardKept, [{ name: "ci", props: { ...secretKey, ...props } }], { stack });

test("a guard of its own, longer or shorter, passes", () => {
  judgeKey({ deletionGuard: { unusedHours: 1 } }).expectNone();
  judgeKey({ deletionGuard: { unusedHours: notYetKnown } }).expectNone();
  judgeKey({ deletionGuard: { unusedHours: 48 } }, { config }).expectNone();
});

test("a guard that is off violates, on the key or for the whole stack, with what brings it back", () => {
  const found = (props: Record<string, unknown>, stack = {}) =>
    judgeKey(props, stack).findings.map(({ outcome, message, path, fix }) => [outcome, message, path, fix]);
  expect(found({ deletionGuard: "off" })).toEqual([
    [
      "violation",
      'ci can be deleted while it is in use: deletionGuard is "off".',
      "deletionGuard",
      "Remove deletionGuard.",
    ],
  ]);
  expect(found({}, { name: "prod", config })).toEqual([
    [
      "violation",
      "ci can be deleted while it is in use: payments:deletionGuard is off.",
      "deletionGuard",
      "Run: pulumi config rm payments:deletionGuard --stack prod.",
    ],
  ]);
});

test("a publishable key needs no guard, and one that may be is undetermined", () => {
  judgeKey({ type: "publishable", deletionGuard: "off" }).expectNone();
  judgeKey({ type: "publishable" }, { config }).expectNone();
  judgeKey({ type: notYetKnown, deletionGuard: "off" }).expectUndetermined(/type/);
});

test("a guard that is not known is undetermined, and hides no violation beside it", () => {
  const { findings } = judgeKey({ deletionGuard: notYetKnown, adoptId: "key_1", deleteAdopted: true });
  expect(findings.map(({ outcome, path }) => [outcome, path])).toEqual([
    ["violation", "deleteAdopted"],
    ["undetermined", "deletionGuard"],
  ]);
  const [first, second] = judgeKey({ type: notYetKnown, deletionGuard: "off", deleteAdopted: true }).findings;
  expect([first?.path, second?.path]).toEqual(["deleteAdopted", "type"]);
});

test("it mends what is wrong, and touches nothing else", () => {
  const mended = (props: Record<string, unknown>, stackConfig = {}) => {
    const stack = { name: "dev", project: "test", isPreview: true, environment: {}, config: stackConfig };
    const resource = testResource({ props: { ...secretKey, ...props } }, { fallback: "ApiKey", index: 0, stack });
    const rules = [deletionGuardKept];
    const settings = readSettings({ rules, entries: entriesOf({ "deletion-guard-kept": "remediate" }) });
    return remediationsOf({ rules, settings, stack, now: new Date() }, resource).map(({ patch }) => patch);
  };
  expect(mended({ deleteAdopted: true })).toEqual([{ deleteAdopted: false }]);
  expect(mended({ deletionGuard: "off" })).toEqual([{ deletionGuard: { unusedHours: 24 } }]);
  expect(mended({ deleteAdopted: false }, config)).toEqual([{ deletionGuard: { unusedHours: 24 } }]);
  expect(mended({ deleteAdopted: true, deletionGuard: { unusedHours: 5 } }, config)).toEqual([
    { deleteAdopted: false },
  ]);
  expect(mended({})).toEqual([]);
});
