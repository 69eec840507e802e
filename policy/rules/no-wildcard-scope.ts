import { everyScope } from "../../provider/api/contract/scope";
import { notYetKnown } from "../facts";
import { resourceRule, undetermined, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";

/** A secret key without scopes has `*`, which is the service's default (interface document, ApiKey, `scopes`). */
export const noWildcardScope = resourceRule({
  name: "no-wildcard-scope",
  title: "A secret key names the scopes that it needs.",
  why: "Anyone who gets a key with * can do everything in the account, including deletion.",
  fix: 'Replace "*" with the scopes that the user of the key needs, such as "accounts:read".',
  level: "mandatory",
  looksAt: keyClasses,

  check({ props: { type, scopes } }) {
    // The service ignores the scopes of such keys.
    if (type === "publishable") return [];
    if (scopes === notYetKnown) return [undetermined("scopes")];
    const every = scopes === undefined || (Array.isArray(scopes) && scopes.includes(everyScope));
    // An unknown type may be publishable.
    if (every && type === notYetKnown) return [undetermined("type")];
    if (scopes === undefined) {
      return [violation("This key has no scopes, which the service treats as every scope.", { path: "scopes" })];
    }
    if (every) return [violation("This key has the scope *, which is every scope.", { path: "scopes" })];
    return Array.isArray(scopes) && scopes.includes(notYetKnown) ? [undetermined("scopes")] : [];
  },

  example: {
    failing: 'new ApiKey("ci", { type: "secret", scopes: ["*"] });',
    passing: 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });',
  },
});
