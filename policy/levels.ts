import { z } from "zod";
import type { Rule, RuleLevel } from "./rule.js";

/** What a configuration may say of a rule; `remediate` mends where the rule can, and is `mandatory` for what is left. */
export const levelSchema = z.enum(["mandatory", "advisory", "disabled", "remediate"]);
export type Level = z.infer<typeof levelSchema>;

/** Levels of all rules at once. */
export const presetSchema = z.enum(["recommended", "strict", "audit"]).meta({
  description:
    "`recommended`: each rule's own level. `strict`: mandatory, but for a few rules that only ever guess. `audit`: everything is said and nothing fails.",
});
export type Preset = z.infer<typeof presetSchema>;

export function levelIn(preset: Preset, rule: Rule): RuleLevel {
  if (preset === "recommended") return rule.level;
  if (preset === "strict") return rule.strictLevel ?? (rule.level === "disabled" ? "disabled" : "mandatory");
  return rule.level === "disabled" ? "disabled" : "advisory";
}
