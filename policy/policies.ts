import type { ResourceValidationPolicy } from "@pulumi/policy";
import { readFacts } from "./facts.js";
import type { ResourceRule } from "./rule.js";
import { rules } from "./rules/registry.js";

/** A rule in the form that a policy pack of `@pulumi/policy` takes. */
export function policyOf(rule: ResourceRule): ResourceValidationPolicy {
  return {
    name: rule.name,
    description: `${rule.title} ${rule.why}`,
    enforcementLevel: rule.level,
    remediationSteps: rule.fix,
    validateResource({ type, props }, reportViolation) {
      if (type !== rule.resourceType) return;
      const { facts, firstUnknown } = readFacts(props, rule.reads);
      const verdict = rule.check(facts);
      // The description, why it matters included, is shown beside the message.
      if (verdict.outcome === "violates") reportViolation(`${verdict.message} ${rule.fix}`);
      // The SDK reports its own error as an advisory note that names the value; there is no other way to say it.
      if (verdict.outcome === "undetermined") throw firstUnknown ?? new Error("undetermined, and nothing was unknown");
    },
  };
}

/** Every rule of this package as a policy, for `definePack` or a pack of your own. */
export const policies: readonly ResourceValidationPolicy[] = rules.map(policyOf);
