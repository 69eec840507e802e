import { z } from "zod";
import { resourceRule, violation } from "../rule";
import { classesWithScopes, requestedScopes } from "../rule-helpers/requested-scopes";
import { matchesAny } from "../text/glob";
import { andOf } from "../text/in-words";

const names = (what: string) =>
  z
    .array(z.string())
    .default(["*"])
    .meta({ description: `${what}, with the wildcards \`*\` and \`?\`.` });

const grant = z.strictObject({
  stacks: names("Names of stacks"),
  projects: names("Names of projects"),
  keys: names("Logical names of keys"),
  scopes: z.array(z.string()).meta({ description: "Scopes that are granted, with the wildcards `*` and `?`." }),
});

const config = z.object({
  grants: z.array(grant).optional().meta({
    description:
      "The scopes that keys may have. Each grant has `scopes`, and `stacks`, `projects` (such as those of a team) and `keys`, which default to all. A key may have the scopes of every grant that matches it, and no others. Without `grants` the rule checks nothing.",
  }),
});

export const allowedScopesByStack = resourceRule<typeof config>({
  name: "allowed-scopes-by-stack",
  title: "The keys of a stack have only scopes that its team was granted.",
  why: "Each team can then have a stack of its own without access to the whole account.",
  fix: "Remove the scope, or add a grant to the pack's configuration.",
  level: "mandatory",
  looksAt: classesWithScopes,
  config,

  check(resource, { config: { grants }, stack }) {
    if (grants === undefined) return [];
    const { path, known, unknown } = requestedScopes(resource);
    const granted = grants
      .filter(({ stacks, projects, keys }) => {
        return matchesAny(stacks, stack.name) && matchesAny(projects, stack.project) && matchesAny(keys, resource.name);
      })
      .flatMap(({ scopes }) => scopes);
    const beyond = known.filter((scope) => !matchesAny(granted, scope));
    if (beyond.length === 0) return unknown;
    const allowed = granted.length === 0 ? "nothing" : andOf([...new Set(granted)]);
    const message = `${resource.name} has ${andOf(beyond)}. In the stack ${stack.name} of ${stack.project} it may have ${allowed}.`;
    return [violation(message, { path }), ...unknown];
  },

  example: {
    config: {
      grants: [
        { projects: ["example"], scopes: ["accounts:read"] },
        { projects: ["example"], stacks: ["prod"], scopes: ["accounts:write"] },
      ],
    },
    failing: 'new ApiKey("onboarding", { type: "secret", scopes: ["accounts:read", "accounts:write"] });',
    passing: {
      program: 'new ApiKey("onboarding", { type: "secret", scopes: ["accounts:read", "accounts:write"] });',
      stackName: "prod",
    },
  },
});
