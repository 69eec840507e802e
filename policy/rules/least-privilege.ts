import { z } from "zod";
import { everyScope } from "../../provider/api/contract/scope";
import { type ResourceFacts, type StackFacts, secretValue } from "../facts";
import { resourceRule, undetermined, violation } from "../rule";
import { actionOf, classesWithScopes, requestedScopes } from "../rule-helpers/requested-scopes";
import { entriesIn } from "../text/entries-in";
import { matchesAny, matchesGlob } from "../text/glob";
import { andOf } from "../text/in-words";

const reasonsKey = "payments-policy:reasons";

const config = z.object({
  reasons: z.record(z.string(), z.string().regex(/\S/, "must be a sentence")).default({}).meta({
    description: "Reasons for scopes that change data, by logical name of the key, with the wildcards `*` and `?`.",
  }),
  allow: z.array(z.string()).default([]).meta({
    description: "Scopes that need no reason, such as `apple_pay_domains:write`, with the wildcards `*` and `?`.",
  }),
});

/** A key that only reads can at most disclose data. A key that changes data must have a stated purpose. */
export const leastPrivilege = resourceRule<typeof config>({
  name: "least-privilege",
  title: "A key that can change data has a stated reason.",
  why: "Nobody notices an unneeded right to write until someone misuses it.",
  fix: "Keep the scopes that end in :read, or state the reason.",
  level: "disabled",
  strictLevel: "mandatory",
  looksAt: classesWithScopes,
  config,

  check(resource, { config: { reasons, allow }, stack }) {
    const { path, known, unknown } = requestedScopes(resource);
    const changing = known.filter(
      (scope) => scope !== everyScope && actionOf(scope) !== "read" && !matchesAny(allow, scope),
    );
    if (changing.length === 0 && unknown.length === 0) return [];
    if (Object.keys(reasons).some((pattern) => matchesGlob(pattern, resource.name))) return [];
    const stated = statedReason(stack, resource);
    if (stated === secretValue) {
      return [undetermined(path, { why: `${reasonsKey} is a secret in this stack, so the reason can't be read.` })];
    }
    if (stated !== undefined) return [];
    if (changing.length === 0) return unknown;
    const message = `${resource.name} has ${andOf(changing)}, and no reason is stated.`;
    const command = `pulumi config set --path '${reasonsKey}["${resource.name}"]' "<reason>"`;
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
  notes: `Every scope that does not end in \`:read\` counts as one that changes data. State the reason in the stack's configuration, where a review sees it beside the key. A platform team can keep its own list in the pack's configuration.`,
});

/** The reason in the stack's configuration, which is JSON by logical name. */
function statedReason({ config: stackConfig }: StackFacts, { name }: ResourceFacts): string | symbol | undefined {
  const text = stackConfig[reasonsKey];
  if (text === secretValue) return secretValue;
  const reason = typeof text === "string" ? entriesIn(text).get(name) : undefined;
  return typeof reason === "string" && reason.trim() !== "" ? reason : undefined;
}
