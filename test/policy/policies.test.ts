import type { ResourceValidationArgs } from "@pulumi/policy";
import { policies, policyOf } from "../../policy/policies.js";
import type { ResourceRule } from "../../policy/rule.js";
import { rules } from "../../policy/rules/registry.js";
import { sdkView, unknownString } from "./sdk-view.js";

const wildcard = policies.find(({ name }) => name === "no-wildcard-scope");
const apiKeyType = "pulumi-nodejs:dynamic/payments:ApiKey";

/** What the policy reports about a resource. */
function violationsOf(policy: (typeof policies)[number] | undefined, type: string, props: Record<string, unknown>) {
  const said: string[] = [];
  const validate = policy?.validateResource;
  if (typeof validate !== "function") throw new Error("no such policy");
  void validate({ type, props: sdkView(props) } as ResourceValidationArgs, (message) => said.push(message));
  return said;
}

test("a violation says what is wrong and how to mend it, and the description beside it why it matters", () => {
  expect(violationsOf(wildcard, apiKeyType, { type: "secret", scopes: ["*"] })).toEqual([
    'This key has the scope *, which is every scope. Replace "*" by the scopes that the user of the key needs, such as "accounts:read".',
  ]);
  expect(wildcard?.description).toMatch(/everything in the account/);
});

test("a scoped key is not reported", () => {
  expect(violationsOf(wildcard, apiKeyType, { type: "secret", scopes: ["accounts:read"] })).toEqual([]);
});

test("a resource of another type is skipped, its properties untouched", () => {
  const properties = { type: "secret", scopes: unknownString };
  expect(violationsOf(wildcard, "aws:s3/bucket:Bucket", properties)).toEqual([]);
});

test("an undetermined rule throws the SDK's own error, which the SDK turns into an advisory note", () => {
  const judge = () => violationsOf(wildcard, apiKeyType, { type: "secret", scopes: unknownString });
  expect(judge).toThrow(/scopes can't be known during preview/);
});

test("a rule that is undetermined for no reason stops the run, and is not passed over", () => {
  const [sound] = rules as readonly [ResourceRule];
  const odd = policyOf({ ...sound, check: () => ({ outcome: "undetermined" }) });
  expect(() => violationsOf(odd, apiKeyType, { type: "secret", scopes: ["a:b"] })).toThrow("nothing was unknown");
});

test("every rule has a name of its own and says what, why and how", () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  for (const { name, title, why, fix } of rules) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const words of [title, why, fix]) expect(words).toMatch(/^[A-Z].{10,}\.$/);
  }
});
