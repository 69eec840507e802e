import { z } from "zod";
import { namespaceOf } from "../../provider/api/contract/scope";
import { notYetKnown } from "../facts";
import { type Found, resourceRule, undetermined, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";
import { requestedScopes } from "../rule-helpers/requested-scopes";
import { matchesAny } from "../text/glob";
import { andOf } from "../text/in-words";

const namespace = "api_keys";
const createsKeys = `${namespace}:write`;

const config = z.object({
  stacks: z.array(z.string()).default(["*"]).meta({
    description: "Names of the stacks that may declare a key that creates keys, with the wildcards `*` and `?`.",
  }),
  beside: z.array(z.string()).default([]).meta({
    description: "Scopes that the same key may also have, such as `accounts:read`, with the wildcards `*` and `?`.",
  }),
});

/** Scopes limit a key (interface document, Authentication, 5), but a key that creates keys can create one without limits. */
export const keyManagementIsolated = resourceRule<typeof config>({
  name: "key-management-isolated",
  title: "A key that can create keys has no other purpose, and is declared only in the configured stacks.",
  why: "Anyone who gets it can create a key with any scope, so it must not be used for other work.",
  fix: `Declare a key of its own for ${createsKeys}.`,
  level: "advisory",
  looksAt: keyClasses,
  config,

  check(resource, { config: { stacks, beside }, stack }) {
    const { path, known, unknown } = requestedScopes(resource);
    if (!known.includes(createsKeys)) return unknown;
    const found: Found[] = [];
    if (!matchesAny(stacks, stack.name)) {
      const message = `This key has ${createsKeys} in the stack ${stack.name}. Only ${andOf(stacks)} may declare such a key.`;
      found.push(
        violation(message, { path, fix: `Remove ${createsKeys}, or declare the key in one of those stacks.` }),
      );
    }
    const others = known.filter((scope) => namespaceOf(scope) !== namespace && !matchesAny(beside, scope));
    if (others.length > 0) found.push(violation(`This key has ${createsKeys} beside ${andOf(others)}.`, { path }));
    return [...found, ...delegated(resource.props.delegatedScopes), ...unknown];
  },

  example: {
    failing: 'new ApiKey("ci", { type: "secret", scopes: ["accounts:read", "api_keys:write"] });',
    passing: `new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
new ApiKey("key-maker", { type: "secret", scopes: ["api_keys:read", "api_keys:write"] });`,
  },
  notes: `The key may have other scopes of \`${namespace}\`, because a program that creates keys also lists them. A namespace in \`delegatedScopes\` counts as another scope.`,
});

/** The namespaces that other resources manage on the key. */
function delegated(given: unknown): Found[] {
  const path = "delegatedScopes";
  const listed: unknown[] = Array.isArray(given) ? given : [given];
  const others = listed.filter((each) => typeof each === "string" && each !== namespace) as string[];
  return [
    ...(others.length === 0
      ? []
      : [violation(`This key has ${createsKeys}, and delegates ${andOf(others)}.`, { path })]),
    ...(listed.includes(notYetKnown) ? [undetermined(path)] : []),
  ];
}
