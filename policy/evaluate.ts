import { describeExemption, type Exemption, isExpired, isFor } from "./exemptions";
import { type Facts, holds, notYetKnown, partsOf, type ResourceFacts, type StackFacts, secretValue } from "./facts";
import { countsAs, type Finding, linkTo } from "./finding";
import type { Found, ResourceRule, Rule, RuleContext, StackRule } from "./rule";
import { foundSchema } from "./rule-shape";
import type { PackSettings } from "./settings";

/** Thrown where a rule itself is broken: the run stops, because a rule that fails must not pass as one that found nothing. */
export class RuleBroken extends Error {
  override readonly name = "RuleBroken";
  constructor(rule: string, what: string, cause?: unknown) {
    super(
      `the policy rule ${rule} is broken: ${what}. The run stops, because its findings are not known. Fix the rule, or set its level to "disabled".`,
      { cause },
    );
  }
}

/** What an evaluation needs besides the resources. */
export interface PolicyContext {
  rules: readonly Rule[];
  settings: PackSettings;
  stack: StackFacts;
  now: Date;
}

/** The findings of the resource rules on one resource. Pure. */
export function evaluateResource(context: PolicyContext, resource: ResourceFacts): Finding[] {
  return resourceRulesFor(context, resource).flatMap((rule) => {
    const found = checked(rule, () => rule.check(resource, ruleContextOf(context, rule)), resource.name);
    return found.map((one) => findingOf(context, rule, one, resource.urn));
  });
}

/** The findings of the stack rules. Pure. */
export function evaluateStack(context: PolicyContext, resources: readonly ResourceFacts[]): Finding[] {
  const rules = context.rules.filter((rule): rule is StackRule => rule.kind === "stack" && isOn(context, rule));
  return rules.flatMap((rule) => {
    const found = checked(rule, () => rule.check(resources, ruleContextOf(context, rule)), "the stack");
    return found.map((one) => findingOf(context, rule, one, one.urn));
  });
}

/** What a rule at the level `remediate` changes on a resource. */
export interface Remediation {
  rule: string;
  /** The properties to set; undefined where nothing can be set, for the reason in `why`. */
  patch?: Facts;
  why?: string;
}

/** What the rules at the level `remediate` change on a resource. Pure. */
export function remediationsOf(context: PolicyContext, resource: ResourceFacts): Remediation[] {
  return resourceRulesFor(context, resource).flatMap((rule): Remediation[] => {
    if (context.settings.rules.get(rule.name)?.level !== "remediate" || rule.remediate === undefined) return [];
    const ruleContext = ruleContextOf(context, rule);
    const found = checked(rule, () => rule.check(resource, ruleContext), resource.name);
    const isExempt = exemptionFor(context, rule, resource.urn)?.isActive === true;
    if (isExempt || !found.some(({ outcome }) => outcome === "violation")) return [];
    const patch = guarded(rule, () => rule.remediate?.(resource, ruleContext), resource.name);
    if (patch === undefined) return [];
    if (holds(patch, notYetKnown)) return [{ rule: rule.name, why: "what it would set is not known before up" }];
    if (holds(patch, secretValue)) throw new RuleBroken(rule.name, `it would overwrite a secret of ${resource.name}`);
    return [{ rule: rule.name, patch }];
  });
}

/** Exemptions that no finding of a whole run needed. */
export function unusedExemptions({ settings, now }: PolicyContext, findings: readonly Finding[]): Finding[] {
  const used = new Set(findings.map(({ exemption }) => exemption));
  return settings.exemptions
    .filter((exemption) => !used.has(exemption))
    .map((exemption) => ({
      rule: exemption.rule,
      outcome: "notice",
      level: "advisory",
      message: `An exemption is not needed in this stack${isExpired(exemption, now) ? ", and has expired" : ""}: ${describeExemption(exemption)}. Remove it.`,
      exemption,
    }));
}

function resourceRulesFor(context: PolicyContext, { type, className }: ResourceFacts): ResourceRule[] {
  return context.rules.filter(
    (rule): rule is ResourceRule =>
      rule.kind === "resource" &&
      isOn(context, rule) &&
      (rule.looksAt.includes(type) || (className !== undefined && rule.looksAt.includes(className))),
  );
}

const isOn = ({ settings }: PolicyContext, { name }: Rule): boolean => settings.rules.get(name)?.level !== "disabled";

function ruleContextOf({ settings, stack, now }: PolicyContext, { name }: Rule): RuleContext<Record<string, unknown>> {
  return { config: settings.rules.get(name)?.config ?? {}, stack, now };
}

function checked(rule: Rule, check: () => unknown, subject: string): Found[] {
  const found = guarded(rule, check, subject);
  if (Array.isArray(found) && found.length === 0) return [];
  const parsed = foundSchema.safeParse(found);
  if (!parsed.success)
    throw new RuleBroken(
      rule.name,
      `for ${subject} it returned something other than a list of violation(…) and undetermined(…)`,
    );
  return parsed.data as Found[];
}

function guarded<Result>(rule: Rule, work: () => Result, subject: string): Result {
  try {
    return work();
  } catch (error) {
    throw new RuleBroken(
      rule.name,
      `it threw while it checked ${subject}: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

function exemptionFor(
  { settings, now }: PolicyContext,
  { name: rule }: Rule,
  urn: string | undefined,
): { exemption: Exemption; isActive: boolean } | undefined {
  if (urn === undefined) return undefined;
  const matching = settings.exemptions.filter((exemption) => isFor(exemption, { rule, urn, name: partsOf(urn).name }));
  const active = matching.find((exemption) => !isExpired(exemption, now));
  const exemption = active ?? matching[0];
  return exemption && { exemption, isActive: active !== undefined };
}

function findingOf(context: PolicyContext, rule: Rule, found: Found, urn: string | undefined): Finding {
  const { name, why, fix } = rule;
  const subject = urn === undefined ? {} : { urn, name: partsOf(urn).name };
  const place = found.path === undefined ? {} : { path: found.path };
  const base = { rule: name, ...subject, ...place, link: linkTo(name) };
  if (found.outcome === "undetermined") {
    return {
      ...base,
      outcome: "undetermined",
      level: "advisory",
      message: `Undetermined${found.untilUp && context.stack.isPreview ? " until up" : ""}: ${found.message}`,
    };
  }
  const level = countsAs(context.settings.rules.get(name)?.level ?? "mandatory");
  const exempted = exemptionFor(context, rule, urn);
  if (exempted?.isActive) {
    const { reason, owner, expires } = exempted.exemption;
    return {
      ...base,
      outcome: "exempt",
      level: "advisory",
      message: `Exempt until ${expires}: ${reason} (${owner}). ${found.message}`,
      exemption: exempted.exemption,
    };
  }
  const late =
    rule.kind === "stack" && context.stack.isPreview === false
      ? " The resources already exist: this is known only after up."
      : "";
  const expired =
    exempted === undefined
      ? ""
      : ` Its exemption expired on ${exempted.exemption.expires} (${exempted.exemption.reason}; ${exempted.exemption.owner}).`;
  return {
    ...base,
    outcome: "violation",
    level,
    message: `${found.message}${expired}${late}`,
    why,
    fix: found.fix ?? fix,
    ...(exempted === undefined ? {} : { exemption: exempted.exemption }),
  };
}
