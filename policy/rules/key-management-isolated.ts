import { z } from "zod";
import { namespaceOf } from "../../provider/api/contract/scope.js";
import { notYetKnown } from "../facts.js";
import { type Found, resourceRule, undetermined, violation } from "../rule.js";
import { askedScopes } from "../rule-helpers/asked-scopes.js";
import { keyClasses } from "../rule-helpers/keys.js";
import { matchesAny } from "../text/glob.js";
import { andOf } from "../text/in-words.js";

const namespace = "api_keys";
const makesKeys = `${namespace}:write`;

const config = z.object({
  stacks: z.array(z.string()).default(["*"]).meta({
    description: "Names of the stacks that may declare a key that makes keys; `*` and `?` stand for any.",
  }),
  beside: z.array(z.string()).default([]).meta({
    description: "Scopes that may stand beside it, such as `accounts:read`; `*` and `?` stand for any.",
  }),
});

/** Scopes limit a key (interface document, Authentication, 5), but one that makes keys can make one without limits. */
export const keyManagementIsolated = resourceRule<typeof config>({
  name: "key-management-isolated",
  title: "A key that may make keys does nothing else, and only in the stacks that are named.",
  why: "Whoever gets hold of it can make a key with any scope, so it must lie in no place where other work is done.",
  fix: `Give ${makesKeys} a key of its own.`,
  level: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { stacks, beside }, stack }) {
    const { path, known, unknown } = askedScopes(resource);
    if (!known.includes(makesKeys)) return unknown;
    const found: Found[] = [];
    if (!matchesAny(stacks, stack.name)) {
      const message = `This key has ${makesKeys} in the stack ${stack.name}, and only ${andOf(stacks)} may have one.`;
      found.push(
        violation(message, { path, fix: `Take ${makesKeys} out, or declare the key in one of those stacks.` }),
      );
    }
    const others = known.filter((scope) => namespaceOf(scope) !== namespace && !matchesAny(beside, scope));
    if (others.length > 0) found.push(violation(`This key has ${makesKeys} beside ${andOf(others)}.`, { path }));
    return [...found, ...delegated(resource.props.delegatedScopes), ...unknown];
  },

  example: {
    failing: 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "api_keys:write"] });',
    passing: `new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
new ApiKey("key-maker", { type: "secret", scopes: ["api_keys:read", "api_keys:write"] });`,
  },
  notes: `Other scopes of \`${namespace}\` may stand beside it: whoever makes keys lists them too. Namespaces in \`delegatedScopes\` count as scopes of others.`,
});

/** What other resources give to the key, namespace by namespace. */
function delegated(given: unknown): Found[] {
  const path = "delegatedScopes";
  const listed: unknown[] = Array.isArray(given) ? given : [given];
  const others = listed.filter((each) => typeof each === "string" && each !== namespace) as string[];
  return [
    ...(others.length === 0 ? [] : [violation(`This key has ${makesKeys}, and delegates ${andOf(others)}.`, { path })]),
    ...(listed.includes(notYetKnown) ? [undetermined(path)] : []),
  ];
}
