import { outgoing } from "../provider/text/outgoing.js";
import { classOf, partsOf, type ResourceFacts, type StackFacts } from "./facts.js";
import { type Finding, textOf } from "./finding.js";
import { type Court, judgeResource, judgeStack } from "./judge.js";
import type { Rule, RuleLevel } from "./rule.js";
import { rules } from "./rules/registry.js";
import { readSettings } from "./settings.js";
import type { Raw } from "./wire/decode.js";
import { propsOf } from "./wire/resources.js";

/** What `@pulumi/policy` hands to a policy, as far as it is read here. */
interface SdkResource {
  type: string;
  name: string;
  urn: string;
  props: Record<string, unknown>;
  opts: { protect: boolean; ignoreChanges: string[]; parent?: string };
}
interface SdkScene {
  getConfig<Config extends object>(): Config;
}
type Report = (message: string, urn?: string) => void;
/** What the SDK takes besides a text, and does not declare: a note that fails nothing. */
type ReportNote = (note: { message: string; urn?: string; enforcementLevel: "advisory" }) => void;

/** A rule in the form that `new PolicyPack(…)` of `@pulumi/policy` takes. */
export interface SdkPolicy {
  name: string;
  description: string;
  enforcementLevel: RuleLevel;
  remediationSteps: string;
  validateResource?(resource: SdkResource & SdkScene, report: Report): void;
  validateStack?(stack: { resources: SdkResource[] } & SdkScene, report: Report): void;
}

/**
 * Every rule of this package for a pack of `@pulumi/policy`, beside policies of another kind. That SDK tells less than the
 * engine does: not what is secret, nothing of the stack's configuration; and it has no presets and no exemptions.
 * `definePack` has all of it.
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
        const court = courtFor(rule, getConfig(), resources[0]?.urn ?? "");
        for (const finding of judgeStack(court, facts)) tell(finding, report);
      },
    };
  }
  return {
    ...base,
    validateResource(resource, report) {
      const className = classOf(resource.type);
      if (!rule.looksAt.includes(resource.type) && (className === undefined || !rule.looksAt.includes(className)))
        return;
      const court = courtFor(rule, resource.getConfig(), resource.urn);
      for (const finding of judgeResource(court, resourceOf(resource))) tell(finding, report);
    },
  };
}

function courtFor(rule: Rule, properties: Record<string, unknown>, urn: string): Court {
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
      // The SDK unwraps secrets, so only those that are always secret can be kept from a rule.
      return propsOf(rawOf(props), className ?? "ApiKey", () => undefined);
    },
    protect: opts.protect,
    ignoreChanges: opts.ignoreChanges,
    ...(opts.parent === undefined ? {} : { parent: opts.parent }),
    dependencies: {},
    inClear: [],
  };
}

/** Under the SDK's proxy, in which touching what is not known throws, unknown values are markers. */
function rawOf(props: Record<string, unknown>): Raw {
  return (props.__getSpecialProxyTarget as Raw | undefined) ?? props;
}

/** Only a violation takes the level that the pack's user set. */
function tell(finding: Finding, report: Report): void {
  const message = outgoing(textOf(finding));
  const { outcome, urn } = finding;
  if (outcome === "violation") report(message, urn);
  else
    (report as unknown as ReportNote)({ message, enforcementLevel: "advisory", ...(urn === undefined ? {} : { urn }) });
}
