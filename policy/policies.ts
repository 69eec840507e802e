import { outgoing } from "../provider/text/outgoing";
import type { Raw } from "../provider/wire/special-values";
import { evaluateResource, evaluateStack, type PolicyContext } from "./evaluate";
import { classOf, partsOf, type ResourceFacts, type StackFacts } from "./facts";
import { type Finding, textOf } from "./finding";
import type { Rule, RuleLevel } from "./rule";
import { rules } from "./rules/registry";
import { readSettings } from "./settings";
import { propsOf } from "./wire/resources";

/** The part of what `@pulumi/policy` gives to a policy that is read here. */
interface SdkResource {
  type: string;
  name: string;
  urn: string;
  props: Record<string, unknown>;
  opts: { protect: boolean; ignoreChanges: string[]; parent?: string };
}
interface SdkContext {
  getConfig<Config extends object>(): Config;
}
type Report = (message: string, urn?: string) => void;
/** Undeclared, but accepted by the SDK: a finding with a level of its own. */
type ReportNote = (note: { message: string; urn?: string; enforcementLevel: "advisory" }) => void;

/** A rule in the form of `new PolicyPack(…)` of `@pulumi/policy`. */
export interface SdkPolicy {
  name: string;
  description: string;
  enforcementLevel: RuleLevel;
  remediationSteps: string;
  validateResource?(resource: SdkResource & SdkContext, report: Report): void;
  validateStack?(stack: { resources: SdkResource[] } & SdkContext, report: Report): void;
}

/**
 * Every rule of this package for a pack of `@pulumi/policy`, beside other policies. That SDK reports less than the engine does:
 * neither what is secret nor the stack's configuration. It has no presets and no exemptions. `definePack` has all of these.
 */
export const policies: readonly SdkPolicy[] = rules.map(policyOf);

/** A rule as a policy of `@pulumi/policy`. */
export function policyOf(rule: Rule): SdkPolicy {
  const base = {
    name: rule.name,
    description: `${rule.title} ${rule.why}`,
    enforcementLevel: rule.level,
    remediationSteps: rule.fix,
  };
  if (rule.kind === "stack") {
    return {
      ...base,
      validateStack({ resources, getConfig }, report) {
        const facts = resources.map(resourceOf);
        const context = contextFor(rule, getConfig(), resources[0]?.urn ?? "");
        for (const finding of evaluateStack(context, facts)) reportFinding(finding, report);
      },
    };
  }
  return {
    ...base,
    validateResource(resource, report) {
      const className = classOf(resource.type);
      if (!rule.looksAt.includes(resource.type) && (className === undefined || !rule.looksAt.includes(className)))
        return;
      const context = contextFor(rule, resource.getConfig(), resource.urn);
      for (const finding of evaluateResource(context, resourceOf(resource))) reportFinding(finding, report);
    },
  };
}

function contextFor(rule: Rule, properties: Record<string, unknown>, urn: string): PolicyContext {
  const entries = new Map([[rule.name, { level: "mandatory" as const, properties }]]);
  const { stack: name, project } = partsOf(urn);
  const stack: StackFacts = { name, project, config: {}, environment: {} };
  return { rules: [rule], settings: readSettings({ rules: [rule], entries }), stack, now: new Date() };
}

function resourceOf({ urn, name, type, props, opts }: SdkResource): ResourceFacts {
  const className = classOf(type);
  return {
    urn,
    name,
    type,
    ...(className === undefined ? {} : { className }),
    get props() {
      // The SDK unwraps secrets, so only properties that are always secret can be hidden from a rule.
      return propsOf(rawOf(props), className ?? "ApiKey", () => undefined);
    },
    protect: opts.protect,
    ignoreChanges: opts.ignoreChanges,
    ...(opts.parent === undefined ? {} : { parent: opts.parent }),
    dependencies: {},
    inClear: [],
  };
}

/** The SDK's proxy throws on access to an unknown value; its target holds markers instead. */
function rawOf(props: Record<string, unknown>): Raw {
  return (props.__getSpecialProxyTarget as Raw | undefined) ?? props;
}

/** Only a violation has the level that the pack's user set. */
function reportFinding(finding: Finding, report: Report): void {
  const message = outgoing(textOf(finding));
  const { outcome, urn } = finding;
  if (outcome === "violation") report(message, urn);
  else
    (report as unknown as ReportNote)({ message, enforcementLevel: "advisory", ...(urn === undefined ? {} : { urn }) });
}
