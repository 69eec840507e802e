import { type Exemption, isExpired, isFor, wordsOf } from "./exemptions.js";
import { type Facts, holds, notYetKnown, partsOf, type ResourceFacts, type StackFacts, secretValue } from "./facts.js";
import { countsAs, type Finding, linkTo } from "./finding.js";
import type { Found, ResourceRule, Rule, Scene, StackRule } from "./rule.js";
import { foundSchema } from "./rule-shape.js";
import type { PackSettings } from "./settings.js";

/** Thrown where a rule itself is broken: the run stops, because a rule that can't judge must not pass. */
export class RuleBroken extends Error {
  override readonly name = "RuleBroken";
  constructor(rule: string, what: string, cause?: unknown) {
    super(
      `the policy rule ${rule} is broken: ${what}. The run stops, because what it would have found is not known. Mend the rule, or set its level to "disabled".`,
      { cause },
    );
  }
}

/** What judging needs beside the resources. */
export interface Court {
  rules: readonly Rule[];
  settings: PackSettings;
  stack: StackFacts;
  now: Date;
}

/** What the resource rules find on one resource. Pure. */
export function judgeResource(court: Court, resource: ResourceFacts): Finding[] {
  return resourceRulesFor(court, resource).flatMap((rule) => {
    const found = checked(rule, () => rule.check(resource, sceneOf(court, rule)), resource.name);
    return found.map((one) => findingOf(court, rule, one, resource.urn));
  });
}

/** What the stack rules find. Pure. */
export function judgeStack(court: Court, resources: readonly ResourceFacts[]): Finding[] {
  const rules = court.rules.filter((rule): rule is StackRule => rule.kind === "stack" && isOn(court, rule));
  return rules.flatMap((rule) => {
    const found = checked(rule, () => rule.check(resources, sceneOf(court, rule)), "the stack");
    return found.map((one) => findingOf(court, rule, one, one.urn));
  });
}

/** What a rule that is set to `remediate` changes on a resource. */
export interface Mending {
  rule: string;
  /** The properties to set; undefined where it has to stay as it is, for the reason given. */
  patch?: Facts;
  why?: string;
}

/** What the rules that are set to `remediate` change on a resource. Pure. */
export function mendings(court: Court, resource: ResourceFacts): Mending[] {
  return resourceRulesFor(court, resource).flatMap((rule): Mending[] => {
    if (court.settings.rules.get(rule.name)?.level !== "remediate" || rule.mend === undefined) return [];
    const scene = sceneOf(court, rule);
    const found = checked(rule, () => rule.check(resource, scene), resource.name);
    const isExempt = exemptionFor(court, rule, resource.urn)?.holds === true;
    if (isExempt || !found.some(({ outcome }) => outcome === "violation")) return [];
    const patch = guarded(rule, () => rule.mend?.(resource, scene), resource.name);
    if (patch === undefined) return [];
    if (holds(patch, notYetKnown)) return [{ rule: rule.name, why: "what it would set is not known before up" }];
    if (holds(patch, secretValue)) throw new RuleBroken(rule.name, `it would overwrite a secret of ${resource.name}`);
    return [{ rule: rule.name, patch }];
  });
}

/** Exemptions that let nothing pass in a whole run. */
export function unusedExemptions({ settings, now }: Court, findings: readonly Finding[]): Finding[] {
  const used = new Set(findings.map(({ exemption }) => exemption));
  return settings.exemptions
    .filter((exemption) => !used.has(exemption))
    .map((exemption) => ({
      rule: exemption.rule,
      outcome: "notice",
      level: "advisory",
      message: `An exemption is not needed in this stack${isExpired(exemption, now) ? ", and has expired" : ""}: ${wordsOf(exemption)}. Take it out.`,
      exemption,
    }));
}

function resourceRulesFor(court: Court, { type, className }: ResourceFacts): ResourceRule[] {
  return court.rules.filter(
    (rule): rule is ResourceRule =>
      rule.kind === "resource" &&
      isOn(court, rule) &&
      (rule.looksAt.includes(type) || (className !== undefined && rule.looksAt.includes(className))),
  );
}

const isOn = ({ settings }: Court, { name }: Rule): boolean => settings.rules.get(name)?.level !== "disabled";

function sceneOf({ settings, stack, now }: Court, { name }: Rule): Scene<Record<string, unknown>> {
  return { config: settings.rules.get(name)?.config ?? {}, stack, now };
}

function checked(rule: Rule, check: () => unknown, subject: string): Found[] {
  const found = guarded(rule, check, subject);
  if (Array.isArray(found) && found.length === 0) return [];
  const parsed = foundSchema.safeParse(found);
  if (!parsed.success)
    throw new RuleBroken(
      rule.name,
      `for ${subject} it answered something else than a list of violation(…) and undetermined(…)`,
    );
  return parsed.data as Found[];
}

function guarded<Result>(rule: Rule, work: () => Result, subject: string): Result {
  try {
    return work();
  } catch (error) {
    throw new RuleBroken(
      rule.name,
      `it threw while it judged ${subject}: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

function exemptionFor(
  { settings, now }: Court,
  { name: rule }: Rule,
  urn: string | undefined,
): { exemption: Exemption; holds: boolean } | undefined {
  if (urn === undefined) return undefined;
  const meant = settings.exemptions.filter((exemption) => isFor(exemption, { rule, urn, name: partsOf(urn).name }));
  const holding = meant.find((exemption) => !isExpired(exemption, now));
  const exemption = holding ?? meant[0];
  return exemption && { exemption, holds: holding !== undefined };
}

function findingOf(court: Court, rule: Rule, found: Found, urn: string | undefined): Finding {
  const { name, why, fix } = rule;
  const subject = urn === undefined ? {} : { urn, name: partsOf(urn).name };
  const place = found.path === undefined ? {} : { path: found.path };
  const base = { rule: name, ...subject, ...place, link: linkTo(name) };
  if (found.outcome === "undetermined") {
    return {
      ...base,
      outcome: "undetermined",
      level: "advisory",
      message: `Undetermined${found.untilUp && court.stack.isPreview ? " until up" : ""}: ${found.message}`,
    };
  }
  const level = countsAs(court.settings.rules.get(name)?.level ?? "mandatory");
  const exempted = exemptionFor(court, rule, urn);
  if (exempted?.holds) {
    const { reason, owner, expires } = exempted.exemption;
    return {
      ...base,
      outcome: "exempt",
      level: "advisory",
      message: `Exempt to ${expires}: ${reason} (${owner}). ${found.message}`,
      exemption: exempted.exemption,
    };
  }
  const late =
    rule.kind === "stack" && court.stack.isPreview === false
      ? " The resources exist by now: this is seen only after up."
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
