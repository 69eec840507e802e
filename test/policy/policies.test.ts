import type { Policies } from "@pulumi/policy";
import { notYetKnown, policies, policyOf, type Rule, rules } from "../../policy/index.js";
import { resourceRule } from "../../policy/rule.js";
import { maxKeysPerStack } from "../../policy/rules/max-keys-per-stack.js";
import { noWildcardScope } from "../../policy/rules/no-wildcard-scope.js";
import { sdkView, unknownString } from "./sdk-view.js";

const apiKeyType = "pulumi-nodejs:dynamic/payments:ApiKey";

interface Said {
  message: string;
  enforcementLevel?: string;
}

/** As the SDK does: a text, or a note with a level of its own. */
const told = (given: string | Said): Said => (typeof given === "string" ? { message: given } : given);

/** What the SDK hands over for a resource. */
function resource(props: Record<string, unknown>, { type = apiKeyType, config = {} } = {}) {
  const urn = `urn:pulumi:dev::shop::${type}::ci`;
  const opts = { protect: false, ignoreChanges: [] };
  return { type, name: "ci", urn, props: sdkView(props), opts, getConfig: <Config>() => config as Config };
}

/** What the policy of a rule reports about a resource. */
function saidOf(rule: Rule, ...given: Parameters<typeof resource>): Said[] {
  const said: Said[] = [];
  policyOf(rule).validateResource?.(resource(...given), (message: string | Said) => said.push(told(message)));
  return said;
}

test("the policies are taken by the SDK's own pack, by their types", () => {
  const taken: Policies = [...policies];
  expect(taken.map(({ name }) => name)).toEqual(rules.map(({ name }) => name));
});

test("a violation says what is wrong, why, and how to mend it, at the level that the pack's user set", () => {
  const [said] = saidOf(noWildcardScope, { type: "secret", scopes: ["*"] });
  expect(said?.message).toMatch(/^This key has the scope \*.*everything in the account.*Replace "\*"/);
  expect(said).not.toHaveProperty("enforcementLevel");
});

test("a resource of another type is skipped, its properties untouched", () => {
  const untouchable = new Proxy({}, { get: () => expect(true).toBe(false) });
  const given = { ...resource({}, { type: "aws:s3/bucket:Bucket" }), props: untouchable };
  policyOf(noWildcardScope).validateResource?.(given, () => expect(true).toBe(false));
});

test("an unknown value hides no violation beside it, and alone is an advisory note", () => {
  expect(saidOf(noWildcardScope, { type: "secret", scopes: [unknownString, "*"] })).toHaveLength(1);
  const [said] = saidOf(noWildcardScope, { type: "secret", scopes: unknownString });
  expect(said).toMatchObject({ message: expect.stringContaining("scopes is not known"), enforcementLevel: "advisory" });
});

test("a key's value is kept from the rule", () => {
  let seen: unknown;
  const curious = resourceRule({
    ...noWildcardScope,
    check: ({ props }) => {
      seen = props;
      return [];
    },
  });
  saidOf(curious, { type: "secret", value: "sk_secret", adoptValue: unknownString });
  expect(seen).toEqual({ type: "secret", value: expect.any(Symbol), adoptValue: notYetKnown });
});

test("configuration reaches the rule, and a misspelt property is an error", () => {
  const keys = ["a", "b", "c"].map(() => resource({ type: "publishable" }));
  const judge = (config: object) => {
    const said: Said[] = [];
    const stack = { resources: keys, getConfig: <Config>() => config as Config };
    policyOf(maxKeysPerStack).validateStack?.(stack, (message: string | Said) => said.push(told(message)));
    return said;
  };
  expect(judge({ most: 3 })).toEqual([]);
  expect(judge({ most: 2 })).toHaveLength(1);
  expect(() => judge({ mots: 2 })).toThrow(/unknown property "mots"\. Did you mean "most"\?/);
});

test("a rule that throws stops the run", () => {
  const broken = resourceRule({
    ...noWildcardScope,
    check: () => {
      throw new Error("oh");
    },
  });
  expect(() => saidOf(broken, {})).toThrow(/no-wildcard-scope is broken: it threw while it checked ci: oh/);
});
