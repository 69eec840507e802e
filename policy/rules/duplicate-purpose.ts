import { holds, notYetKnown, type ResourceFacts, type StackFacts, secretValue, settingFor } from "../facts";
import { type Found, stackRule, undetermined, violation } from "../rule";
import { isKey } from "../rule-helpers/keys";
import { requestedScopes } from "../rule-helpers/requested-scopes";
import { plainAddress } from "../text/address";

export const duplicatePurpose = stackRule({
  name: "duplicate-purpose",
  title: "No two keys of an account have the same scopes.",
  why: "If one key is enough, the second is one more credential to manage and to lose.",
  fix: "Remove one of the two if both have the same user.",
  level: "disabled",
  strictLevel: "disabled",

  check(resources, { stack }) {
    const first = new Map<string, string>();
    const keys = resources.filter((one) => isKey(one) && one.props.type !== "publishable");
    if (keys.length < 2) return [];
    return keys.flatMap((key): Found[] => {
      const purpose = purposeOf(key, stack);
      if (typeof purpose !== "string") return [purpose];
      const twin = first.get(purpose);
      if (twin === undefined) {
        first.set(purpose, key.name);
        return [];
      }
      const message = `${key.name} has the same scopes in the same account as ${twin}.`;
      return [violation(message, { path: "scopes", urn: key.urn })];
    });
  },

  example: {
    failing: `new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });
new ApiKey("reports-2", { type: "secret", scopes: ["accounts:read"] });`,
    passing: `new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });
new ApiKey("onboarding", { type: "secret", scopes: ["accounts:read", "accounts:write"] });`,
  },
  notes:
    "Off in every preset. One key for each user is good practice, because you can revoke one without stopping the others, and two users may need the same scopes. Turn the rule on where a stack serves one program. The rule skips publishable keys, which all have the same access. The provider refuses two resources that manage the same key.",
});

/** The purpose of a key as text that can be compared, or the part of it that is not known yet. */
function purposeOf(key: ResourceFacts, stack: StackFacts): string | Found {
  const { urn, props } = key;
  const unknown = ["type", "profile", "accountId"].find((property) => holds(props[property], notYetKnown));
  if (unknown !== undefined) return undetermined(unknown, { urn });
  if (holds(props.scopes, notYetKnown)) return undetermined("scopes", { urn });
  const account = props.accountId ?? settingFor(stack, "accountId", key);
  const address = settingFor(stack, "baseUrl", key);
  const service = typeof address === "string" ? plainAddress(address) : address;
  // A secret value may differ between profiles.
  const profile = [account, service].includes(secretValue) ? props.profile : undefined;
  return JSON.stringify([...[service, account, profile].map(comparable), [...requestedScopes(key).known].sort()]);
}

const comparable = (value: unknown): unknown => (typeof value === "string" ? [value] : typeof value);
