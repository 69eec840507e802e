import { z } from "zod";
import { everyScope } from "../../provider/api/contract/scope.js";
import { type ResourceFacts, type StackFacts, secretValue } from "../facts.js";
import { resourceRule, undetermined, violation } from "../rule.js";
import { actionOf, askedScopes, askingClasses } from "../rule-helpers/asked-scopes.js";
import { entriesIn } from "../text/entries-in.js";
import { matchesAny, matchesGlob } from "../text/glob.js";
import { andOf } from "../text/in-words.js";

const reasonsKey = "payments-policy:reasons";

const config = z.object({
  reasons: z.record(z.string(), z.string().regex(/\S/, "is a sentence")).default({}).meta({
    description: "What keys may change something for, by logical name; `*` and `?` stand for any.",
  }),
  allow: z.array(z.string()).default([]).meta({
    description: "Scopes that need no reason, such as `apple_pay_domains:write`; `*` and `?` stand for any.",
  }),
});

/** A key that only reads can't harm more than it can tell; one that changes something is there for somebody's purpose. */
export const leastPrivilege = resourceRule<typeof config>({
  name: "least-privilege",
  title: "A key that may change something says what for.",
  why: "A right to write that nobody can give a reason for is one that nobody will miss, until it is misused.",
  fix: "Keep the scopes that end in :read, or state the reason.",
  level: "disabled",
  strictLevel: "mandatory",
  looksAt: askingClasses,
  config,

  check(resource, { config: { reasons, allow }, stack }) {
    const { path, known, unknown } = askedScopes(resource);
    const changing = known.filter(
      (scope) => scope !== everyScope && actionOf(scope) !== "read" && !matchesAny(allow, scope),
    );
    if (changing.length === 0 && unknown.length === 0) return [];
    if (Object.keys(reasons).some((pattern) => matchesGlob(pattern, resource.name))) return [];
    const stated = statedReason(stack, resource);
    if (stated === secretValue) {
      return [undetermined(path, { why: `${reasonsKey} is a secret in this stack, so no reason can be read.` })];
    }
    if (stated !== undefined) return [];
    if (changing.length === 0) return unknown;
    const message = `${resource.name} asks for ${andOf(changing)}, and no reason is stated.`;
    const command = `pulumi config set --path '${reasonsKey}["${resource.name}"]' "<what for>"`;
    const fix = `Keep the scopes that end in :read, or state the reason: ${command}.`;
    return [violation(message, { path, fix }), ...unknown];
  },

  example: {
    failing: 'new ApiKey("onboarding", { type: "secret", scopes: ["accounts:read", "accounts:write"] });',
    passing: {
      program: 'new ApiKey("onboarding", { type: "secret", scopes: ["accounts:read", "accounts:write"] });',
      stackConfig: { [reasonsKey]: '{"onboarding":"opens the accounts of new merchants"}' },
    },
  },
  notes: `Every scope but those that end in \`:read\` counts as one that changes something. A reason stands in the stack's configuration, where a review sees it beside the key, or in the pack's, where a platform team keeps its own list.`,
});

/** The reason in the stack's configuration: JSON by logical name. */
function statedReason({ config: stackConfig }: StackFacts, { name }: ResourceFacts): string | symbol | undefined {
  const text = stackConfig[reasonsKey];
  if (text === secretValue) return secretValue;
  const reason = typeof text === "string" ? entriesIn(text).get(name) : undefined;
  return typeof reason === "string" && reason.trim() !== "" ? reason : undefined;
}
