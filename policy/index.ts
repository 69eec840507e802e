export type { Facts } from "./facts.js";
export { notYetKnown } from "./facts.js";
export type { PackDefinition } from "./pack.js";
export { definePack, PolicySdkMissing } from "./pack.js";
export { policies, policyOf } from "./policies.js";
export type { ResourceRule, RuleLevel, Verdict } from "./rule.js";
export { rules } from "./rules/registry.js";
