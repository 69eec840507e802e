import { z } from "zod";
import { documentedScopes } from "../../provider/api/contract/scope.js";
import { distance } from "../../provider/text/near.js";
import { resourceRule, violation } from "../rule.js";
import { askedScopes } from "../rule-helpers/asked-scopes.js";
import { keyClasses } from "../rule-helpers/keys.js";
import { matchesAny } from "../text/glob.js";
import { andOf } from "../text/in-words.js";

const config = z.object({
  known: z.array(z.string()).default([]).meta({
    description:
      "Scopes of your service besides the documented ones, such as `payouts:read`; `*` and `?` stand for any.",
  }),
});

/** So few edits make a slip of one scope out of another. */
const slipLength = 2;

/** The interface document names eight scopes and says that the rest is not shown, so this can only guess. */
export const noUnknownScope = resourceRule<typeof config>({
  name: "no-unknown-scope",
  title: "Each scope of a key is one that somebody has seen.",
  why: "A service may take a misspelt scope without a word, and the key then fails where it is used.",
  fix: "Correct the scope; or, where your service has it, add it to `known` in the pack's configuration.",
  level: "advisory",
  strictLevel: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { known } }) {
    const asked = askedScopes(resource);
    // One with a * is the business of scopes-are-explicit.
    const strange = asked.known.filter(
      (scope) =>
        !(documentedScopes as readonly string[]).includes(scope) && !scope.includes("*") && !matchesAny(known, scope),
    );
    if (strange.length === 0) return asked.unknown;
    const slips = strange.flatMap((scope) => {
      const meant = known.find((candidate) => !candidate.includes("*") && distance(candidate, scope) <= slipLength);
      return meant === undefined ? [] : [`Write ${meant} in place of ${scope}.`];
    });
    const message = `${andOf(strange)} ${strange.length === 1 ? "is no known scope" : "are no known scopes"}.`;
    const fix = slips.length === 0 ? {} : { fix: slips.join(" ") };
    return [violation(message, { path: asked.path, ...fix }), ...asked.unknown];
  },

  example: {
    config: { known: ["payouts:read"] },
    failing: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read", "payment:read"] });',
    passing: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read", "payouts:read"] });',
  },
  notes:
    "The provider itself refuses a slip of a documented scope, such as `account:read`. What is left for this rule are the scopes that your service has and the interface document does not show: list them once in `known`.",
});
