export { RuleBroken } from "./evaluate";
export type { Exemption } from "./exemptions";
export type { Facts, ResourceFacts, StackFacts } from "./facts";
export { holds, notYetKnown, partsOf, secretValue, settingFor } from "./facts";
export type { Finding } from "./finding";
export { textOf } from "./finding";
export type {
  TestContext,
  /** @deprecated Write TestContext. */
  TestContext as TestScene,
  TestedPolicy,
  TestResource,
} from "./harness";
export { testPolicy } from "./harness";
export type { Level, Preset } from "./levels";
export type { PackDefinition } from "./pack";
export { definePack } from "./pack";
export type { SdkPolicy } from "./policies";
export { policies, policyOf } from "./policies";
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
} from "./rule";
export { resourceRule, stackRule, undetermined, violation } from "./rule";
export { rules } from "./rules/registry";
export { PolicyConfigError } from "./settings";
export { compilePattern, patternSchema } from "./text/pattern";
export { PulumiSdkMissing } from "./wire/modules";
