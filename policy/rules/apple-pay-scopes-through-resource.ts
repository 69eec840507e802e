import { applePayNamespace, namespaceOf } from "../../provider/api/contract/scope.js";
import { holds, notYetKnown, type ResourceFacts } from "../facts.js";
import { type Found, stackRule, undetermined, violation } from "../rule.js";
import { isKey } from "../rule-helpers/keys.js";
import { firstOf } from "../text/in-words.js";

const delegation = `delegatedScopes: ["${applePayNamespace}"]`;

/** A key without `delegatedScopes` writes all of its scopes, so it takes away what ApplePayDomainScopes gave, and the other way round. */
export const applePayScopesThroughResource = stackRule({
  name: "apple-pay-scopes-through-resource",
  title: "The Apple Pay scopes of a key are written by its ApiKey or by ApplePayDomainScopes, not by both.",
  why: "Where both write them, each undoes the other, and every up changes the key again.",
  fix: `Add ${delegation} to the key, and take the scopes of that namespace out of its scopes.`,
  level: "mandatory",

  check(resources) {
    const keys = resources.filter(isKey);
    const scopesOfApplePay = resources.filter(({ className }) => className === "ApplePayDomainScopes");
    return scopesOfApplePay.flatMap((applePay): Found[] => {
      const meant = keysOf(applePay, keys);
      if (meant.length === 0) return inDoubt(applePay, keys);
      return meant.flatMap((key) => judge(key, applePay));
    });
  },

  example: {
    failing: `new ApiKey("shop", { type: "secret", adoptId: "key_123", scopes: ["accounts:read", "apple_pay_domains:read"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: "key_123", access: "readWrite" });`,
    passing: `const shop = new ApiKey("shop", { type: "secret", adoptId: "key_123", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] });
new ApplePayDomainScopes("shop-apple-pay", { apiKeyId: shop, access: "readWrite" });`,
  },
  notes:
    "The classes and the provider refuse it too, where they can tell that both are about one key. A key is known by what `apiKeyId` was made from, or by a literal id that it adopts. Another literal id is that of a key outside of this stack, or can't be told from it, because the engine tells a policy no ids: it is undetermined where a key of the stack writes Apple Pay scopes itself. Two ApplePayDomainScopes on one key the provider refuses.",
});

/** The keys of the stack that an ApplePayDomainScopes is about. */
function keysOf({ dependencies, props }: ResourceFacts, keys: readonly ResourceFacts[]): ResourceFacts[] {
  const { apiKeyId } = props;
  const madeFrom = new Set(dependencies.apiKeyId);
  return keys.filter(
    (key) => madeFrom.has(key.urn) || (typeof apiKeyId === "string" && key.props.adoptId === apiKeyId),
  );
}

function judge(key: ResourceFacts, applePay: ResourceFacts): Found[] {
  const { delegatedScopes } = key.props;
  if (delegates(key) || key.ignoreChanges.includes("scopes")) return [];
  const { urn } = key;
  if (holds(delegatedScopes, notYetKnown)) return [undetermined("delegatedScopes", { urn })];
  const message = `${key.name} writes all of its scopes, and ${applePay.name} writes those of ${applePayNamespace}.`;
  return [violation(message, { path: "delegatedScopes", urn })];
}

/** A literal id, and keys that it may be the id of. */
function inDoubt({ urn, props: { apiKeyId } }: ResourceFacts, keys: readonly ResourceFacts[]): Found[] {
  const writing = keys.filter((key) => !delegates(key) && writesApplePay(key)).map(({ name }) => name);
  if (typeof apiKeyId !== "string" || writing.length === 0) return [];
  const why = `whether ${apiKeyId} is the id of ${firstOf(writing)} can't be told. Write the key itself in place of its id: apiKeyId: <the key>.`;
  return [undetermined("apiKeyId", { urn, why })];
}

function delegates({ props: { delegatedScopes } }: ResourceFacts): boolean {
  return Array.isArray(delegatedScopes) && delegatedScopes.includes(applePayNamespace);
}

function writesApplePay({ props: { scopes } }: ResourceFacts): boolean {
  const listed: unknown[] = Array.isArray(scopes) ? scopes : [];
  return listed.some((scope) => typeof scope === "string" && namespaceOf(scope) === applePayNamespace);
}
