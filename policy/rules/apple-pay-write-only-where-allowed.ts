import { z } from "zod";
import { applePayNamespace, namespaceOf } from "../../provider/api/contract/scope";
import { resourceRule, violation } from "../rule";
import { actionOf, classesWithScopes, requestedScopes } from "../rule-helpers/requested-scopes";
import { matchesAny } from "../text/glob";
import { andOf, firstOf } from "../text/in-words";

const config = z.object({
  stacks: z.array(z.string()).optional().meta({
    description:
      "Names of the stacks that may change Apple Pay domains, with the wildcards `*` and `?`. Default: every stack.",
  }),
  resources: z.array(z.string()).optional().meta({
    description:
      "Logical names of the keys and ApplePayDomainScopes that may change them, with the wildcards `*` and `?`. Default: all of those stacks.",
  }),
});

/** Checks every scope of the namespace except `:read`, because the service may add others to the two that are documented. */
export const applePayWriteOnlyWhereAllowed = resourceRule<typeof config>({
  name: "apple-pay-write-only-where-allowed",
  title: "Only the configured stacks and keys can change Apple Pay domains.",
  why: "Anyone who can register a domain can show the merchant's Apple Pay button on their own site.",
  fix: `Keep only ${applePayNamespace}:read.`,
  level: "mandatory",
  looksAt: classesWithScopes,
  config,

  check(resource, { config: { stacks, resources }, stack }) {
    const stackMay = stacks === undefined || matchesAny(stacks, stack.name);
    const resourceMay = resources === undefined || matchesAny(resources, resource.name);
    if (stackMay && resourceMay) return [];
    const { path, known, unknown } = requestedScopes(resource);
    const changing = known.filter((scope) => namespaceOf(scope) === applePayNamespace && actionOf(scope) !== "read");
    if (changing.length === 0) return unknown;
    const allowed = stackMay ? allowedOf("resource", resources) : allowedOf("stack", stacks);
    const message = `${resource.name} has ${andOf(changing)} in the stack ${stack.name}; ${allowed}.`;
    const fix = path === "access" ? { fix: 'Set access to "read".' } : {};
    return [violation(message, { path, ...fix }), ...unknown];
  },

  example: {
    config: { stacks: ["prod"] },
    failing: 'new ApiKey("shop", { type: "secret", scopes: ["accounts:read", "apple_pay_domains:write"] });',
    passing: 'new ApiKey("shop", { type: "secret", scopes: ["accounts:read", "apple_pay_domains:read"] });',
  },
  notes:
    "Without a configuration the rule checks nothing. `no-wildcard-scope` checks `*`, which includes these scopes.",
});

const allowedOf = (kind: string, patterns: readonly string[] = []): string =>
  patterns.length === 0 ? `no ${kind} may` : `only the ${kind}s ${firstOf(patterns)} may`;
