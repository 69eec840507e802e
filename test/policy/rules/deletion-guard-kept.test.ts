import { remediationsOf } from "../../../policy/evaluate";
import { testResource } from "../../../policy/harness";
import { notYetKnown, testPolicy } from "../../../policy/index";
import { deletionGuardKept } from "../../../policy/rules/deletion-guard-kept";
import { entriesOf, readSettings } from "../../../policy/settings";

const adopted = { type: "secret", scopes: ["accounts:read"], adoptId: "key_123" };

test("an adopted key that is not deleted passes", () => {
  testPolicy(deletionGuardKept, adopted).expectNone();
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: false }).expectNone();
});

test("an adopted key that is deleted with its resource violates", () => {
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: true }).expectViolation(/its resource would delete it/);
});

test("an unknown value is undetermined", () => {
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: notYetKnown }).expectUndetermined();
});

test("it applies only to the configured stacks", () => {
  const config = { stacks: ["prod*"] };
  const check = (name: string) =>
    testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: true }, { config, stack: { name } });
  check("prod-eu").expectViolation();
  check("dev").expectNone();
});

test("it does not apply to temporary stacks, by default or as configured", () => {
  const check = (name: string, config = {}) =>
    testPolicy(
      deletionGuardKept,
      { ...adopted, deleteAdopted: true, deletionGuard: "off" },
      { config, stack: { name } },
    );
  for (const name of ["pr-12", "preview", "preview-1", "review", "review-a"]) check(name).expectNone();
  check("pr-12", { throwAway: ["tmp-*"] }).expectViolation();
  check("tmp-1", { throwAway: ["tmp-*"] }).expectNone();
});

const secretKey = { type: "secret", scopes: ["accounts:read"] };
const config = { "payments:deletionGuard": "off" };
const checkKey = (props: Record<string, unknown>, stack = {}) =>
  testPolicy(deletionGuardKept, [{ name: "ci", props: { ...secretKey, ...props } }], { stack });

test("a guard of its own, longer or shorter, passes", () => {
  checkKey({ deletionGuard: { unusedHours: 1 } }).expectNone();
  checkKey({ deletionGuard: { unusedHours: notYetKnown } }).expectNone();
  checkKey({ deletionGuard: { unusedHours: 48 } }, { config }).expectNone();
});

test("a guard that is off violates, on the key or for the whole stack, with the fix", () => {
  const found = (props: Record<string, unknown>, stack = {}) =>
    checkKey(props, stack).findings.map(({ outcome, message, path, fix }) => [outcome, message, path, fix]);
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

test("a publishable key needs no guard, and a key of unknown type is undetermined", () => {
  checkKey({ type: "publishable", deletionGuard: "off" }).expectNone();
  checkKey({ type: "publishable" }, { config }).expectNone();
  checkKey({ type: notYetKnown, deletionGuard: "off" }).expectUndetermined(/type/);
});

test("an unknown guard is undetermined, and does not hide a violation", () => {
  const { findings } = checkKey({ deletionGuard: notYetKnown, adoptId: "key_1", deleteAdopted: true });
  expect(findings.map(({ outcome, path }) => [outcome, path])).toEqual([
    ["violation", "deleteAdopted"],
    ["undetermined", "deletionGuard"],
  ]);
  const [first, second] = checkKey({ type: notYetKnown, deletionGuard: "off", deleteAdopted: true }).findings;
  expect([first?.path, second?.path]).toEqual(["deleteAdopted", "type"]);
});

test("it remediates only what violates", () => {
  const remediated = (props: Record<string, unknown>, stackConfig = {}) => {
    const stack = { name: "dev", project: "test", isPreview: true, environment: {}, config: stackConfig };
    const resource = testResource({ props: { ...secretKey, ...props } }, { fallback: "ApiKey", index: 0, stack });
    const rules = [deletionGuardKept];
    const settings = readSettings({ rules, entries: entriesOf({ "deletion-guard-kept": "remediate" }) });
    return remediationsOf({ rules, settings, stack, now: new Date() }, resource).map(({ patch }) => patch);
  };
  expect(remediated({ deleteAdopted: true })).toEqual([{ deleteAdopted: false }]);
  expect(remediated({ deletionGuard: "off" })).toEqual([{ deletionGuard: { unusedHours: 24 } }]);
  expect(remediated({ deleteAdopted: false }, config)).toEqual([{ deletionGuard: { unusedHours: 24 } }]);
  expect(remediated({ deleteAdopted: true, deletionGuard: { unusedHours: 5 } }, config)).toEqual([
    { deleteAdopted: false },
  ]);
  expect(remediated({})).toEqual([]);
});
