import { applePayNamespace, namespaceOf } from "../../provider/api/contract/scope";
import { holds, notYetKnown, type ResourceFacts } from "../facts";
import { type Found, stackRule, undetermined, violation } from "../rule";
import { isKey } from "../rule-helpers/keys";
import { firstOf } from "../text/in-words";

const delegation = `delegatedScopes: ["${applePayNamespace}"]`;

/** A key without `delegatedScopes` writes all of its scopes, so it removes those that ApplePayDomainScopes added, and vice versa. */
export const applePayScopesThroughResource = stackRule({
  name: "apple-pay-scopes-through-resource",
  title: "Either the ApiKey or an ApplePayDomainScopes manages the Apple Pay scopes of a key, not both.",
  why: "If both write them, each undoes the other, and every up changes the key again.",
  fix: `Add ${delegation} to the key, and remove the scopes of that namespace from its scopes.`,
  level: "mandatory",

  check(resources) {
    const keys = resources.filter(isKey);
    const scopesOfApplePay = resources.filter(({ className }) => className === "ApplePayDomainScopes");
    return scopesOfApplePay.flatMap((applePay): Found[] => {
      const targets = keysOf(applePay, keys);
      if (targets.length === 0) return undeterminedTarget(applePay, keys);
      return targets.flatMap((key) => conflictOf(key, applePay));
    });
  },

  example: {
    failing: `new ApiKey("shop", { type: "secret", adoptId: "key_123", scopes: ["accounts:read", "apple_pay_domains:read"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: "key_123", access: "readWrite" });`,
    passing: `const shop = new ApiKey("shop", { type: "secret", adoptId: "key_123", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });`,
  },
  notes:
    "The classes and the provider refuse this too, where they can see that both manage the same key. The rule finds the key from the dependencies of `apiKeyId`, or from a literal id that a key adopts. The engine does not report ids to a policy. So any other literal id is undetermined if a key of the stack writes Apple Pay scopes itself. The provider refuses two ApplePayDomainScopes on one key.",
});

/** The keys of the stack that an ApplePayDomainScopes manages. */
function keysOf({ dependencies, props }: ResourceFacts, keys: readonly ResourceFacts[]): ResourceFacts[] {
  const { apiKeyId } = props;
  const sources = new Set(dependencies.apiKeyId);
  return keys.filter((key) => sources.has(key.urn) || (typeof apiKeyId === "string" && key.props.adoptId === apiKeyId));
}

function conflictOf(key: ResourceFacts, applePay: ResourceFacts): Found[] {
  const { delegatedScopes } = key.props;
  if (delegates(key) || key.ignoreChanges.includes("scopes")) return [];
  const { urn } = key;
  if (holds(delegatedScopes, notYetKnown)) return [undetermined("delegatedScopes", { urn })];
  const message = `${key.name} writes all of its scopes, and ${applePay.name} writes those of ${applePayNamespace}.`;
  return [violation(message, { path: "delegatedScopes", urn })];
}

/** A literal id may be that of any key that writes Apple Pay scopes. */
function undeterminedTarget({ urn, props: { apiKeyId } }: ResourceFacts, keys: readonly ResourceFacts[]): Found[] {
  const writing = keys.filter((key) => !delegates(key) && writesApplePay(key)).map(({ name }) => name);
  if (typeof apiKeyId !== "string" || writing.length === 0) return [];
  const why = `The rule can't tell whether ${apiKeyId} is the id of ${firstOf(writing)}. Write the key itself in place of its id: apiKeyId: <the key>.`;
  return [undetermined("apiKeyId", { urn, why })];
}

function delegates({ props: { delegatedScopes } }: ResourceFacts): boolean {
  return Array.isArray(delegatedScopes) && delegatedScopes.includes(applePayNamespace);
}

function writesApplePay({ props: { scopes } }: ResourceFacts): boolean {
  const listed: unknown[] = Array.isArray(scopes) ? scopes : [];
  return listed.some((scope) => typeof scope === "string" && namespaceOf(scope) === applePayNamespace);
}
