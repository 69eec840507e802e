import {
  evaluateResource,
  evaluateStack,
  type PolicyContext,
  RuleBroken,
  remediationsOf,
  unusedExemptions,
} from "../../policy/evaluate";
import { notYetKnown, type StackFacts, secretValue } from "../../policy/facts";
import { textOf } from "../../policy/finding";
import { testResource } from "../../policy/harness";
import {
  type Found,
  type ResourceRule,
  type Rule,
  resourceRule,
  stackRule,
  undetermined,
  violation,
} from "../../policy/rule";
import { entriesOf, readSettings } from "../../policy/settings";

const facts: StackFacts = { name: "dev", project: "shop", isPreview: true, config: {}, environment: {} };
const words = { title: "All is well.", why: "It matters.", fix: "Fix it.", level: "mandatory" as const };
const onKeys = (check: ResourceRule["check"], more: Partial<ResourceRule> = {}): Rule =>
  resourceRule({ name: "ours", ...words, looksAt: ["ApiKey"], check, ...more } as never);
const finds = (...found: Found[]) => onKeys(() => found);
const key = testResource({ name: "ci", props: {} }, { fallback: "ApiKey", index: 0, stack: facts });

function context(rule: Rule, file: Record<string, unknown> = {}, stack: Partial<StackFacts> = {}): PolicyContext {
  const settings = readSettings({ rules: [rule], entries: entriesOf(file) });
  return { rules: [rule], settings, stack: { ...facts, ...stack }, now: new Date("2026-06-01T00:00:00Z") };
}
const exemption = { rule: "ours", name: "c*", reason: "being moved", owner: "ann", expires: "2026-06-01" };
const exempt = (more: object = {}) => ({ settings: { exemptions: [{ ...exemption, ...more }] } });

test("a violation has its message, reason, fix and link", () => {
  const [finding] = evaluateResource(context(finds(violation("It is wrong.", { path: "scopes" }))), key);
  expect(finding).toEqual({
    rule: "ours",
    outcome: "violation",
    level: "mandatory",
    urn: key.urn,
    name: "ci",
    path: "scopes",
    message: "It is wrong.",
    why: "It matters.",
    fix: "Fix it.",
    link: "docs/reference/policy-rules.md#ours",
  });
  expect(finding && textOf(finding)).toBe(
    "It is wrong. It matters. Fix it. Run 'npx pulumi-payments policy explain ours' for more.",
  );
});

test("the fix of a violation replaces the rule's own fix", () => {
  const [finding] = evaluateResource(context(finds(violation("It is wrong.", { fix: "Remove b." }))), key);
  expect(finding?.fix).toBe("Remove b.");
});

test("the level is that of the configuration, and remediate counts as mandatory", () => {
  const rule = finds(violation("It is wrong."));
  const levelWith = (level: string) => evaluateResource(context(rule, { ours: level }), key).map((one) => one.level);
  expect(["mandatory", "advisory", "remediate", "disabled"].map(levelWith)).toEqual([
    ["mandatory"],
    ["advisory"],
    ["mandatory"],
    [],
  ]);
});

test("an undetermined finding does not fail the run, and does not hide a violation", () => {
  const findings = evaluateResource(context(finds(undetermined("name"), violation("It is wrong."))), key);
  expect(findings.map(({ outcome, level }) => [outcome, level])).toEqual([
    ["undetermined", "advisory"],
    ["violation", "mandatory"],
  ]);
  expect(findings[0]?.message).toBe("Undetermined until up: name is not known before up.");
});

test("outside a preview an undetermined finding does not mention up", () => {
  const why = "It was not observed yet.";
  const [finding] = evaluateResource(context(finds(undetermined("lastUsed", { why })), {}, { isPreview: false }), key);
  expect(finding?.message).toBe("Undetermined: It was not observed yet.");
});

test("a rule gets only resources of its classes and type tokens", () => {
  const bucket = { ...key, type: "aws:s3/bucket:Bucket", className: undefined } as never;
  const isChecked = (looksAt: string[], resource = key) =>
    evaluateResource(context(onKeys(() => [violation("It is checked.")], { looksAt })), resource).length === 1;
  expect(isChecked(["ApiKey"])).toBe(true);
  expect(isChecked(["WebhookEndpoint"])).toBe(false);
  expect(isChecked(["ApiKey"], bucket)).toBe(false);
  expect(isChecked(["aws:s3/bucket:Bucket"], bucket)).toBe(true);
});

test("an exemption lasts to the end of its last day, and is shown with reason, owner and day", () => {
  const [finding] = evaluateResource(context(finds(violation("It is wrong.")), exempt()), key);
  expect(finding).toMatchObject({ outcome: "exempt", level: "advisory", exemption });
  expect(finding?.message).toBe("Exempt until 2026-06-01: being moved (ann). It is wrong.");
});

test("an expired exemption has no effect, and the violation shows when it expired", () => {
  const [finding] = evaluateResource(context(finds(violation("It is wrong.")), exempt({ expires: "2026-05-31" })), key);
  expect(finding).toMatchObject({ outcome: "violation", level: "mandatory" });
  expect(finding?.message).toBe("It is wrong. Its exemption expired on 2026-05-31 (being moved; ann).");
});

test("an active exemption takes precedence over an expired one", () => {
  const both = { settings: { exemptions: [{ ...exemption, expires: "2026-05-31" }, exemption] } };
  expect(evaluateResource(context(finds(violation("It is wrong.")), both), key)[0]?.outcome).toBe("exempt");
});

test("an exemption for another resource has no effect, and is reported as not needed", () => {
  const elsewhere = context(finds(violation("It is wrong.")), exempt({ name: "web" }));
  const findings = evaluateResource(elsewhere, key);
  expect(findings[0]?.outcome).toBe("violation");
  expect(unusedExemptions(elsewhere, findings).map(({ level, message }) => [level, message])).toEqual([
    [
      "advisory",
      "An exemption is not needed in this stack: ours for web: being moved (ann, until 2026-06-01). Remove it.",
    ],
  ]);
  const used = context(finds(violation("It is wrong.")), exempt());
  expect(unusedExemptions(used, evaluateResource(used, key))).toEqual([]);
});

test("a stack rule names the resource, and in up the message says that the resources already exist", () => {
  const rule = stackRule({ name: "ours", ...words, check: () => [violation("It is wrong.", { urn: key.urn })] });
  const [before] = evaluateStack(context(rule), [key]);
  expect(before).toMatchObject({ urn: key.urn, name: "ci", message: "It is wrong." });
  const [after] = evaluateStack(context(rule, {}, { isPreview: false }), [key]);
  expect(after?.message).toMatch(/^It is wrong\. The resources already exist/);
});

const broken: [string, () => unknown, RegExp][] = [
  [
    "throws",
    (): Found[] => {
      throw new Error("oh");
    },
    /ours is broken: it threw while it checked ci: oh\./,
  ],
  ["returns nothing", () => undefined, /ours is broken: for ci it returned something other/],
  ["returns a promise", async () => [], /returned something other/],
  ["returns a text", () => ["wrong"], /returned something other/],
  [
    "returns a finding with a misspelled outcome",
    () => [{ outcome: "violates", message: "x" }],
    /returned something other/,
  ],
];
test.each(broken)("a rule that %s stops the run with its name", (_, check, message) => {
  const evaluate = () => evaluateResource(context(onKeys(check as never)), key);
  expect(evaluate).toThrow(RuleBroken);
  expect(evaluate).toThrow(message);
});

describe("a remediation", () => {
  const remediating = (patch: unknown, found: Found[] = [violation("It is wrong.")]) =>
    onKeys(() => found, { level: "advisory", remediate: () => patch as never });

  test("runs only at the level remediate", () => {
    const rule = remediating({ name: "x" });
    expect(remediationsOf(context(rule, { ours: "remediate" }), key)).toEqual([{ rule: "ours", patch: { name: "x" } }]);
    for (const level of ["mandatory", "advisory", "disabled"])
      expect(remediationsOf(context(rule, { ours: level }), key)).toEqual([]);
  });

  test("runs only for a violation without an exemption that the rule can fix", () => {
    const remediate = { ours: "remediate" };
    expect(remediationsOf(context(remediating({ name: "x" }, []), remediate), key)).toEqual([]);
    expect(remediationsOf(context(remediating({ name: "x" }, [undetermined("name")]), remediate), key)).toEqual([]);
    expect(remediationsOf(context(remediating({ name: "x" }), { ...remediate, ...exempt() }), key)).toEqual([]);
    expect(remediationsOf(context(remediating(undefined), remediate), key)).toEqual([]);
  });

  test("can have its older name, mend", () => {
    const rule = onKeys(() => [violation("It is wrong.")], {
      level: "advisory",
      mend: () => ({ name: "x" }),
    } as object);
    expect(remediationsOf(context(rule, { ours: "remediate" }), key)).toEqual([{ rule: "ours", patch: { name: "x" } }]);
  });

  test("waits for an unknown value, and never overwrites a secret", () => {
    const remediate = { ours: "remediate" };
    expect(remediationsOf(context(remediating({ scopes: ["a", notYetKnown] }), remediate), key)).toEqual([
      { rule: "ours", why: "what it would set is not known before up" },
    ]);
    expect(() => remediationsOf(context(remediating({ value: secretValue }), remediate), key)).toThrow(
      /would overwrite a secret of ci/,
    );
  });
});
