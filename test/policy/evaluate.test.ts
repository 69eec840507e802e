import {
  evaluateResource,
  evaluateStack,
  type PolicyContext,
  RuleBroken,
  remediationsOf,
  unusedExemptions,
} from "../../policy/evaluate.js";
import { notYetKnown, type StackFacts, secretValue } from "../../policy/facts.js";
import { textOf } from "../../policy/finding.js";
import { testResource } from "../../policy/harness.js";
import {
  type Found,
  type ResourceRule,
  type Rule,
  resourceRule,
  stackRule,
  undetermined,
  violation,
} from "../../policy/rule.js";
import { entriesOf, readSettings } from "../../policy/settings.js";

const facts: StackFacts = { name: "dev", project: "shop", isPreview: true, config: {}, environment: {} };
const words = { title: "All is well.", why: "It matters.", fix: "Mend it.", level: "mandatory" as const };
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

test("a violation is told whole: what, why, how to mend it, and where to read on", () => {
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
    fix: "Mend it.",
    link: "docs/policy.md#ours",
  });
  expect(finding && textOf(finding)).toBe(
    "It is wrong. It matters. Mend it. Run 'npx pulumi-payments policy explain ours' for more.",
  );
});

test("what mends just this one is told in place of the rule's own", () => {
  const [finding] = evaluateResource(context(finds(violation("It is wrong.", { fix: "Take b out." }))), key);
  expect(finding?.fix).toBe("Take b out.");
});

test("the level of the configuration counts, and remediate counts as mandatory for what is left", () => {
  const rule = finds(violation("It is wrong."));
  const levelWith = (level: string) => evaluateResource(context(rule, { ours: level }), key).map((one) => one.level);
  expect(["mandatory", "advisory", "remediate", "disabled"].map(levelWith)).toEqual([
    ["mandatory"],
    ["advisory"],
    ["mandatory"],
    [],
  ]);
});

test("what is undetermined fails nothing, and hides no violation beside it", () => {
  const findings = evaluateResource(context(finds(undetermined("name"), violation("It is wrong."))), key);
  expect(findings.map(({ outcome, level }) => [outcome, level])).toEqual([
    ["undetermined", "advisory"],
    ["violation", "mandatory"],
  ]);
  expect(findings[0]?.message).toBe("Undetermined until up: name is not known before up.");
});

test("outside of a preview there is no up to wait for", () => {
  const why = "Nobody has looked yet.";
  const [finding] = evaluateResource(context(finds(undetermined("lastUsed", { why })), {}, { isPreview: false }), key);
  expect(finding?.message).toBe("Undetermined: Nobody has looked yet.");
});

test("a rule is asked about the classes and type tokens that it looks at, and no others", () => {
  const bucket = { ...key, type: "aws:s3/bucket:Bucket", className: undefined } as never;
  const asked = (looksAt: string[], resource = key) =>
    evaluateResource(context(onKeys(() => [violation("Asked.")], { looksAt })), resource).length === 1;
  expect(asked(["ApiKey"])).toBe(true);
  expect(asked(["WebhookEndpoint"])).toBe(false);
  expect(asked(["ApiKey"], bucket)).toBe(false);
  expect(asked(["aws:s3/bucket:Bucket"], bucket)).toBe(true);
});

test("an exemption lets a violation pass to the end of its day, and is shown with reason, owner and day", () => {
  const [finding] = evaluateResource(context(finds(violation("It is wrong.")), exempt()), key);
  expect(finding).toMatchObject({ outcome: "exempt", level: "advisory", exemption });
  expect(finding?.message).toBe("Exempt until 2026-06-01: being moved (ann). It is wrong.");
});

test("an expired exemption lets nothing pass, and says when it expired", () => {
  const [finding] = evaluateResource(context(finds(violation("It is wrong.")), exempt({ expires: "2026-05-31" })), key);
  expect(finding).toMatchObject({ outcome: "violation", level: "mandatory" });
  expect(finding?.message).toBe("It is wrong. Its exemption expired on 2026-05-31 (being moved; ann).");
});

test("of two exemptions the one that holds counts", () => {
  const both = { settings: { exemptions: [{ ...exemption, expires: "2026-05-31" }, exemption] } };
  expect(evaluateResource(context(finds(violation("It is wrong.")), both), key)[0]?.outcome).toBe("exempt");
});

test("an exemption for another resource changes nothing, and is reported as not needed", () => {
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

test("a rule about the stack names the resource, and in up says that it exists by now", () => {
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
  ["answers nothing", () => undefined, /ours is broken: for ci it returned something other/],
  ["answers a promise", async () => [], /returned something other/],
  ["answers a text", () => ["wrong"], /returned something other/],
  [
    "answers a finding with a misspelt outcome",
    () => [{ outcome: "violates", message: "x" }],
    /returned something other/,
  ],
];
test.each(broken)("a rule that %s stops the run with its name", (_, check, message) => {
  const judge = () => evaluateResource(context(onKeys(check as never)), key);
  expect(judge).toThrow(RuleBroken);
  expect(judge).toThrow(message);
});

describe("mending", () => {
  const mending = (patch: unknown, found: Found[] = [violation("It is wrong.")]) =>
    onKeys(() => found, { level: "advisory", remediate: () => patch as never });

  test("happens at the level remediate, and at no other", () => {
    const rule = mending({ name: "x" });
    expect(remediationsOf(context(rule, { ours: "remediate" }), key)).toEqual([{ rule: "ours", patch: { name: "x" } }]);
    for (const level of ["mandatory", "advisory", "disabled"])
      expect(remediationsOf(context(rule, { ours: level }), key)).toEqual([]);
  });

  test("happens only where there is a violation, no exemption, and a way to mend it", () => {
    const remediate = { ours: "remediate" };
    expect(remediationsOf(context(mending({ name: "x" }, []), remediate), key)).toEqual([]);
    expect(remediationsOf(context(mending({ name: "x" }, [undetermined("name")]), remediate), key)).toEqual([]);
    expect(remediationsOf(context(mending({ name: "x" }), { ...remediate, ...exempt() }), key)).toEqual([]);
    expect(remediationsOf(context(mending(undefined), remediate), key)).toEqual([]);
  });

  test("waits where it would set what is not known, and never touches a secret", () => {
    const remediate = { ours: "remediate" };
    expect(remediationsOf(context(mending({ scopes: ["a", notYetKnown] }), remediate), key)).toEqual([
      { rule: "ours", why: "what it would set is not known before up" },
    ]);
    expect(() => remediationsOf(context(mending({ value: secretValue }), remediate), key)).toThrow(
      /would overwrite a secret of ci/,
    );
  });
});
