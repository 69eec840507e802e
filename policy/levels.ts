import { z } from "zod";
import type { Rule, RuleLevel } from "./rule";

/** Levels of a rule in a configuration. `remediate` fixes what the rule can fix, and is `mandatory` for the rest. */
export const levelSchema = z.enum(["mandatory", "advisory", "disabled", "remediate"]);
export type Level = z.infer<typeof levelSchema>;

/** Levels of all rules at once. */
export const presetSchema = z.enum(["recommended", "strict", "audit"]).meta({
  description:
    "`recommended`: each rule's own level. `strict`: mandatory, except for a few rules that can only guess. `audit`: everything is reported and nothing fails.",
});
export type Preset = z.infer<typeof presetSchema>;

export function levelIn(preset: Preset, rule: Rule): RuleLevel {
  if (preset === "recommended") return rule.level;
  if (preset === "strict") return rule.strictLevel ?? (rule.level === "disabled" ? "disabled" : "mandatory");
  return rule.level === "disabled" ? "disabled" : "advisory";
}
