import { z } from "zod";
import { applePayNamespace, namespaceOf } from "../../provider/api/contract/scope.js";
import { resourceRule, violation } from "../rule.js";
import { actionOf, askedScopes, askingClasses } from "../rule-helpers/asked-scopes.js";
import { matchesAny } from "../text/glob.js";
import { andOf, firstOf } from "../text/in-words.js";

const config = z.object({
  stacks: z.array(z.string()).optional().meta({
    description:
      "Names of the stacks that may change Apple Pay domains; `*` and `?` stand for any. Without it every stack may.",
  }),
  resources: z.array(z.string()).optional().meta({
    description:
      "Logical names of the keys, and of the ApplePayDomainScopes, that may; `*` and `?` stand for any. Without it each of those stacks' may.",
  }),
});

/** Every scope of the namespace but that which only reads: the service may add others to the two that are documented. */
export const applePayWriteOnlyWhereAllowed = resourceRule<typeof config>({
  name: "apple-pay-write-only-where-allowed",
  title: "Apple Pay domains are changed only by the stacks and keys that are named.",
  why: "Whoever may register a domain can show the merchant's Apple Pay button on a site of their own.",
  fix: `Ask for ${applePayNamespace}:read only.`,
  level: "mandatory",
  looksAt: askingClasses,
  config,

  check(resource, { config: { stacks, resources }, stack }) {
    const stackMay = stacks === undefined || matchesAny(stacks, stack.name);
    const resourceMay = resources === undefined || matchesAny(resources, resource.name);
    if (stackMay && resourceMay) return [];
    const { path, known, unknown } = askedScopes(resource);
    const changing = known.filter((scope) => namespaceOf(scope) === applePayNamespace && actionOf(scope) !== "read");
    if (changing.length === 0) return unknown;
    const allowed = stackMay ? `of the resources only ${names(resources)}` : `of the stacks only ${names(stacks)}`;
    const message = `${resource.name} asks for ${andOf(changing)} in the stack ${stack.name}; ${allowed} may.`;
    const fix = path === "access" ? { fix: 'Set access to "read".' } : {};
    return [violation(message, { path, ...fix }), ...unknown];
  },

  example: {
    config: { stacks: ["prod"] },
    failing: 'new ApiKey("shop", { type: "secret", scopes: ["accounts:read", "apple_pay_domains:write"] });',
    passing: 'new ApiKey("shop", { type: "secret", scopes: ["accounts:read", "apple_pay_domains:read"] });',
  },
  notes: "Nothing is asked without a configuration. `*`, which holds it too, is the business of no-wildcard-scope.",
});

const names = (patterns: readonly string[] = []): string => (patterns.length === 0 ? "none" : firstOf(patterns));
