import { everyScope } from "../../../provider/api/contract/scope.js";
import { typeToken } from "../../../sdk/reference.js";
import { notYetKnown } from "../../facts.js";
import type { ResourceRule } from "../../rule.js";

/** A secret key without scopes holds `*`: it is the service's default (interface document, ApiKey, `scopes`). */
export const noWildcardScope: ResourceRule = {
  name: "no-wildcard-scope",
  title: "A secret key names the scopes that it needs.",
  why: "Whoever gets hold of a key with * can do everything in the account, deleting it included.",
  fix: 'Replace "*" by the scopes that the user of the key needs, such as "accounts:read".',
  level: "mandatory",
  resourceType: typeToken("ApiKey"),
  reads: ["type", "scopes"],

  check({ type, scopes }) {
    if (type === "publishable") return { outcome: "not-applicable", why: "the service ignores scopes of such keys" };
    if (scopes === notYetKnown) return { outcome: "undetermined" };
    const every = scopes === undefined || (Array.isArray(scopes) && scopes.includes(everyScope));
    // A type that is not known yet may turn out to be publishable.
    if (every && type === notYetKnown) return { outcome: "undetermined" };
    if (scopes === undefined) {
      return { outcome: "violates", message: "This key has no scopes, which the service reads as every scope." };
    }
    if (every) return { outcome: "violates", message: "This key has the scope *, which is every scope." };
    if (Array.isArray(scopes) && scopes.includes(notYetKnown)) return { outcome: "undetermined" };
    return { outcome: "passes" };
  },
};
