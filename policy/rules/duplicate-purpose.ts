import { holds, notYetKnown, type ResourceFacts, type StackFacts, secretValue, settingFor } from "../facts.js";
import { type Found, stackRule, undetermined, violation } from "../rule.js";
import { askedScopes } from "../rule-helpers/asked-scopes.js";
import { isKey } from "../rule-helpers/keys.js";
import { plainAddress } from "../text/address.js";

export const duplicatePurpose = stackRule({
  name: "duplicate-purpose",
  title: "No two keys of an account have the same scopes.",
  why: "Where one would do, the second is a credential more to look after and to lose.",
  fix: "Take one of the two out, if both have the same user.",
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
    "Off in every preset: one key for each user of it is good practice, since it can be taken from one without stopping the others, and two users may well need the same scopes. Turn it on where a stack serves one program. Publishable keys are not looked at: all of them can do the same. That two resources hold one and the same key the provider itself refuses.",
});

/** What makes two keys the same: text that can be compared, or what of it is not known yet. */
function purposeOf(key: ResourceFacts, stack: StackFacts): string | Found {
  const { urn, props } = key;
  const open = ["type", "profile", "accountId"].find((property) => holds(props[property], notYetKnown));
  if (open !== undefined) return undetermined(open, { urn });
  if (holds(props.scopes, notYetKnown)) return undetermined("scopes", { urn });
  const account = props.accountId ?? settingFor(stack, "accountId", key);
  const address = settingFor(stack, "baseUrl", key);
  const service = typeof address === "string" ? plainAddress(address) : address;
  // What is hidden may differ from profile to profile.
  const profile = [account, service].includes(secretValue) ? props.profile : undefined;
  return JSON.stringify([...[service, account, profile].map(comparable), [...askedScopes(key).known].sort()]);
}

const comparable = (value: unknown): unknown => (typeof value === "string" ? [value] : typeof value);
