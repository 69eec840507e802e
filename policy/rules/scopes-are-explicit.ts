import { z } from "zod";
import { everyScope } from "../../provider/api/contract/scope";
import { resourceRule, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";
import { requestedScopes } from "../rule-helpers/requested-scopes";

const config = z.object({
  allow: z
    .array(z.string())
    .default([])
    .meta({ description: "Allowed scopes with a `*`, exactly as written, such as `reports:*`." }),
});

/** no-wildcard-scope checks `*` itself. The document does not name `accounts:*`, and says that its list is not complete. */
export const scopesAreExplicit = resourceRule<typeof config>({
  name: "scopes-are-explicit",
  title: "Each scope of a key names one action.",
  why: "A scope such as accounts:* includes deletion today, and everything that the service adds later.",
  fix: 'Name the actions that the user of the key needs, such as "accounts:read".',
  level: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { allow } }) {
    const { path, known, unknown } = requestedScopes(resource);
    const wide = known.filter((scope) => scope !== everyScope && scope.includes("*") && !allow.includes(scope));
    return [
      ...wide.map((scope) => violation(`The scope ${scope} of this key allows more than one action.`, { path })),
      ...unknown,
    ];
  },

  example: {
    failing: 'new ApiKey("ci", { type: "secret", scopes: ["accounts:*"] });',
    passing: 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "accounts:write"] });',
  },
});
