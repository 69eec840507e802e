export { RuleBroken } from "./evaluate.js";
export type { Exemption } from "./exemptions.js";
export type { Facts, ResourceFacts, StackFacts } from "./facts.js";
export { holds, notYetKnown, partsOf, secretValue, settingFor } from "./facts.js";
export type { Finding } from "./finding.js";
export { textOf } from "./finding.js";
export type {
  TestContext,
  /** @deprecated Write TestContext. */
  TestContext as TestScene,
  TestedPolicy,
  TestResource,
} from "./harness.js";
export { testPolicy } from "./harness.js";
export type { Level, Preset } from "./levels.js";
export type { PackDefinition } from "./pack.js";
export { definePack } from "./pack.js";
export type { SdkPolicy } from "./policies.js";
export { policies, policyOf } from "./policies.js";
export type {
  ExampleProgram,
  Found,
  FoundPlace,
  ResourceRule,
  Rule,
  RuleContext,
  /** @deprecated Write RuleContext. */
  RuleContext as Scene,
  RuleExample,
  RuleLevel,
  StackRule,
} from "./rule.js";
export { resourceRule, stackRule, undetermined, violation } from "./rule.js";
export { rules } from "./rules/registry.js";
export { PolicyConfigError } from "./settings.js";
export { compilePattern, patternSchema } from "./text/pattern.js";
export { PulumiSdkMissing } from "./wire/modules.js";
