import { z } from "zod";
import { resourceRule, violation } from "../rule.js";
import { askedScopes, askingClasses } from "../rule-helpers/asked-scopes.js";
import { matchesAny } from "../text/glob.js";
import { andOf } from "../text/in-words.js";

const names = (what: string) =>
  z
    .array(z.string())
    .default(["*"])
    .meta({ description: `${what}; \`*\` and \`?\` stand for any.` });

const grant = z.strictObject({
  stacks: names("Names of stacks"),
  projects: names("Names of projects"),
  keys: names("Logical names of keys"),
  scopes: z.array(z.string()).meta({ description: "What they may ask for; `*` and `?` stand for any." }),
});

const config = z.object({
  grants: z.array(grant).optional().meta({
    description:
      "Who may ask for what: each with `scopes`, and with `stacks`, `projects` (a team's, for one) and `keys`, every one where left out. A key may have what any grant for it names. Without `grants` nothing is asked; with them, what none names is refused.",
  }),
});

export const allowedScopesByStack = resourceRule<typeof config>({
  name: "allowed-scopes-by-stack",
  title: "A stack gives its keys no scope that its team was not granted.",
  why: "Each team can then be given a stack of its own without being given the whole account.",
  fix: "Take the scope out, or have it granted in the pack's configuration.",
  level: "mandatory",
  looksAt: askingClasses,
  config,

  check(resource, { config: { grants }, stack }) {
    if (grants === undefined) return [];
    const { path, known, unknown } = askedScopes(resource);
    const granted = grants
      .filter(({ stacks, projects, keys }) => {
        return matchesAny(stacks, stack.name) && matchesAny(projects, stack.project) && matchesAny(keys, resource.name);
      })
      .flatMap(({ scopes }) => scopes);
    const beyond = known.filter((scope) => !matchesAny(granted, scope));
    if (beyond.length === 0) return unknown;
    const allowed = granted.length === 0 ? "nothing" : andOf([...new Set(granted)]);
    const message = `${resource.name} asks for ${andOf(beyond)}; in the stack ${stack.name} of ${stack.project} it is granted ${allowed}.`;
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
