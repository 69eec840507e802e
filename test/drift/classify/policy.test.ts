import { findingsOfPolicy } from "../../../drift/classify/policy";
import { classifyStack } from "../../../drift/classify/stack";
import type { PolicyFindingRecord } from "../../../provider/report/policy-record";
import { held, lookOf, record, urnOf } from "../looks";

const broken: PolicyFindingRecord = {
  record: "policy",
  pack: "pulumi-payments",
  rule: "no-wildcard-scope",
  outcome: "violation",
  level: "mandatory",
  urn: urnOf("ApiKey", "ci"),
  text: "This key has the scope *. Run 'npx pulumi-payments policy explain no-wildcard-scope' for more.",
  link: "docs/reference/policy-rules.md#no-wildcard-scope",
};
const tierOf = (parts: Partial<PolicyFindingRecord>) =>
  findingsOfPolicy(lookOf({ policy: [{ ...broken, ...parts }] }))[0]!.tier;

test("a broken mandatory rule is a violation in the words of the pack, and names rule, level and where it is explained", () => {
  expect(findingsOfPolicy(lookOf({ policy: [broken] }))).toMatchObject([
    {
      tier: "violation",
      kind: "ApiKey",
      name: "ci",
      why: broken.text,
      next: expect.stringContaining("npx pulumi-payments policy explain no-wildcard-scope"),
      policy: { rule: "no-wildcard-scope", level: "mandatory", link: broken.link },
    },
  ]);
});

test("whatever else a pack says is advisory: what is exempt, what is not known before up, what is on the pack itself", () => {
  expect(tierOf({ level: "advisory" })).toBe("advisory");
  for (const outcome of ["undetermined", "exempt", "notice"] as const)
    expect(tierOf({ outcome, level: "advisory" })).toBe("advisory");
});

test("two rules on one resource are two findings, known apart and each the same from night to night", () => {
  const two = [broken, { ...broken, rule: "stale-key" }, { ...broken, rule: "stale-key", text: "It is a day older." }];
  const [first, second, later] = findingsOfPolicy(lookOf({ policy: two })).map(({ fingerprint }) => fingerprint);
  expect(first).not.toBe(second);
  expect(later).toBe(second);
});

test("a finding on the stack as a whole names the stack", () => {
  const { urn: _, ...whole } = broken;
  expect(findingsOfPolicy(lookOf({ policy: [whole] }))).toMatchObject([{ kind: "Stack", name: "dev" }]);
});

test("a pack that did not finish is undetermined, and hides neither drift nor what it found before", () => {
  const live = { field: "name", desired: "ci", live: "other", cause: "drift" as const, repairable: true };
  const looked = lookOf({
    state: [held("ci")],
    records: [record("ci", { changes: [live] })],
    policy: [broken],
    policyFailure: "the policy rule throws is broken",
  });
  const { result, findings } = classifyStack(looked);
  expect(findings.map(({ tier, kind }) => [tier, kind])).toEqual([
    ["changed", "ApiKey"],
    ["violation", "ApiKey"],
    ["undetermined", "PolicyPack"],
  ]);
  expect(findings[2]!.why).toContain("the policy rule throws is broken");
  expect(result).toMatchObject({ policy: "failed", clean: 0 });
});

test("without a pack nothing is said of policy, and a pack that finds nothing leaves a stack clean", () => {
  const clean = { state: [held("ci")], records: [record("ci")] };
  expect(classifyStack(lookOf(clean)).result).not.toHaveProperty("policy");
  expect(classifyStack(lookOf({ ...clean, policy: [] }))).toMatchObject({
    findings: [],
    result: { policy: "judged", clean: 1 },
  });
});

test("where the whole look failed, what the packs would have found is not known either", () => {
  const failed = classifyStack(lookOf({ state: undefined, failure: "no such stack", policy: [] }));
  expect(failed.result).toMatchObject({ outcome: "failed", policy: "failed" });
  expect(failed.findings.map(({ kind }) => kind)).toEqual(["Stack", "PolicyPack"]);
});
