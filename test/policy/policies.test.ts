import type { Policies } from "@pulumi/policy";
import { notYetKnown, policies, policyOf, type Rule, rules } from "../../policy/index";
import { resourceRule } from "../../policy/rule";
import { maxKeysPerStack } from "../../policy/rules/max-keys-per-stack";
import { noWildcardScope } from "../../policy/rules/no-wildcard-scope";
import { sdkView, unknownString } from "./sdk-view";

const apiKeyType = "pulumi-nodejs:dynamic/payments:ApiKey";

interface Reported {
  message: string;
  enforcementLevel?: string;
}

/** As the SDK does: a text, or a note with a level of its own. */
const found = (given: string | Reported): Reported => (typeof given === "string" ? { message: given } : given);

/** What the SDK hands over for a resource. */
function resource(props: Record<string, unknown>, { type = apiKeyType, config = {} } = {}) {
  const urn = `urn:pulumi:dev::shop::${type}::ci`;
  const opts = { protect: false, ignoreChanges: [] };
  return { type, name: "ci", urn, props: sdkView(props), opts, getConfig: <Config>() => config as Config };
}

/** What the policy of a rule reports about a resource. */
function reportedOf(rule: Rule, ...given: Parameters<typeof resource>): Reported[] {
  const reported: Reported[] = [];
  policyOf(rule).validateResource?.(resource(...given), (message: string | Reported) => reported.push(found(message)));
  return reported;
}

test("the SDK's own pack accepts the policies by their types", () => {
  const taken: Policies = [...policies];
  expect(taken.map(({ name }) => name)).toEqual(rules.map(({ name }) => name));
});

test("a violation has its reason, its fix and the level that the pack's user set", () => {
  const [reported] = reportedOf(noWildcardScope, { type: "secret", scopes: ["*"] });
  expect(reported?.message).toMatch(/^This key has the scope \*.*everything in the account.*Replace "\*"/);
  expect(reported).not.toHaveProperty("enforcementLevel");
});

test("a resource of another type is skipped, and its properties are not read", () => {
  const untouchable = new Proxy({}, { get: () => expect(true).toBe(false) });
  const given = { ...resource({}, { type: "aws:s3/bucket:Bucket" }), props: untouchable };
  policyOf(noWildcardScope).validateResource?.(given, () => expect(true).toBe(false));
});

test("an unknown value does not hide a violation, and alone it is advisory", () => {
  expect(reportedOf(noWildcardScope, { type: "secret", scopes: [unknownString, "*"] })).toHaveLength(1);
  const [reported] = reportedOf(noWildcardScope, { type: "secret", scopes: unknownString });
  expect(reported).toMatchObject({
    message: expect.stringContaining("scopes is not known"),
    enforcementLevel: "advisory",
  });
});

test("a rule does not see a key's value", () => {
  let seen: unknown;
  const curious = resourceRule({
    ...noWildcardScope,
    check: ({ props }) => {
      seen = props;
      return [];
    },
  });
  reportedOf(curious, { type: "secret", value: "sk_secret", adoptValue: unknownString });
  expect(seen).toEqual({ type: "secret", value: expect.any(Symbol), adoptValue: notYetKnown });
});

test("a rule gets its configuration, and a misspelled property is an error", () => {
  const keys = ["a", "b", "c"].map(() => resource({ type: "publishable" }));
  const evaluate = (config: object) => {
    const reported: Reported[] = [];
    const stack = { resources: keys, getConfig: <Config>() => config as Config };
    policyOf(maxKeysPerStack).validateStack?.(stack, (message: string | Reported) => reported.push(found(message)));
    return reported;
  };
  expect(evaluate({ most: 3 })).toEqual([]);
  expect(evaluate({ most: 2 })).toHaveLength(1);
  expect(() => evaluate({ mots: 2 })).toThrow(/unknown property "mots"\. Did you mean "most"\?/);
});

test("a rule that throws stops the run", () => {
  const broken = resourceRule({
    ...noWildcardScope,
    check: () => {
      throw new Error("oh");
    },
  });
  expect(() => reportedOf(broken, {})).toThrow(/no-wildcard-scope is broken: it threw while it checked ci: oh/);
});
