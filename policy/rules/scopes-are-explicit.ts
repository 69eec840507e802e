import { z } from "zod";
import { everyScope } from "../../provider/api/contract/scope.js";
import { resourceRule, violation } from "../rule.js";
import { askedScopes } from "../rule-helpers/asked-scopes.js";
import { keyClasses } from "../rule-helpers/keys.js";

const config = z.object({
  allow: z
    .array(z.string())
    .default([])
    .meta({ description: "Scopes with a `*` that may be used, as they are written, such as `reports:*`." }),
});

/** `*` itself is the business of no-wildcard-scope. The document names no `accounts:*`, and says that its list is not whole. */
export const scopesAreExplicit = resourceRule<typeof config>({
  name: "scopes-are-explicit",
  title: "Each scope of a key names one action.",
  why: "A scope such as accounts:* takes in deletion today, and tomorrow whatever the service adds.",
  fix: 'Name the actions that the user of the key needs, such as "accounts:read".',
  level: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { allow } }) {
    const { path, known, unknown } = askedScopes(resource);
    const wide = known.filter((scope) => scope !== everyScope && scope.includes("*") && !allow.includes(scope));
    return [
      ...wide.map((scope) => violation(`The scope ${scope} of this key stands for more than one action.`, { path })),
      ...unknown,
    ];
  },

  example: {
    failing: 'new ApiKey("ci", { type: "secret", scopes: ["accounts:*"] });',
    passing: 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "accounts:write"] });',
  },
});
