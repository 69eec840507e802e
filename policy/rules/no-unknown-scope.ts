import { z } from "zod";
import { documentedScopes } from "../../provider/api/contract/scope";
import { distance } from "../../provider/text/near";
import { resourceRule, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";
import { requestedScopes } from "../rule-helpers/requested-scopes";
import { matchesAny } from "../text/glob";
import { andOf } from "../text/in-words";

const config = z.object({
  known: z.array(z.string()).default([]).meta({
    description:
      "Scopes of your service besides the documented ones, such as `payouts:read`, with the wildcards `*` and `?`.",
  }),
});

/** Maximum number of edits between a scope and its misspelling. */
const maxEdits = 2;

/** The interface document names eight scopes and says that there are more, so the rule can only guess. */
export const noUnknownScope = resourceRule<typeof config>({
  name: "no-unknown-scope",
  title: "Each scope of a key is a known scope.",
  why: "The service may accept a misspelled scope, and the key then fails at its first use.",
  fix: "Correct the scope. If your service has it, add it to `known` in the pack's configuration.",
  level: "advisory",
  strictLevel: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { known } }) {
    const requested = requestedScopes(resource);
    // scopes-are-explicit checks scopes with a *.
    const unknown = requested.known.filter(
      (scope) =>
        !(documentedScopes as readonly string[]).includes(scope) && !scope.includes("*") && !matchesAny(known, scope),
    );
    if (unknown.length === 0) return requested.unknown;
    const corrections = unknown.flatMap((scope) => {
      const closest = known.find((candidate) => !candidate.includes("*") && distance(candidate, scope) <= maxEdits);
      return closest === undefined ? [] : [`Write ${closest} in place of ${scope}.`];
    });
    const message = `${andOf(unknown)} ${unknown.length === 1 ? "is not a known scope" : "are not known scopes"}.`;
    const fix = corrections.length === 0 ? {} : { fix: corrections.join(" ") };
    return [violation(message, { path: requested.path, ...fix }), ...requested.unknown];
  },

  example: {
    config: { known: ["payouts:read"] },
    failing: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read", "payment:read"] });',
    passing: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read", "payouts:read"] });',
  },
  notes:
    "The provider itself refuses a misspelling of a documented scope, such as `account:read`. This rule is about the scopes of your service that the interface document does not show: list them in `known`.",
});
