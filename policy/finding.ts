import { readOn } from "../provider/report/policy-record";
import type { Exemption } from "./exemptions";
import type { Level } from "./levels";

/** What a rule found, as plain data: the pack, the command and every report use the same words. */
export interface Finding {
  rule: string;
  /** `exempt`: a violation with an active exemption. `undetermined`: can't be checked yet. `notice`: about the pack itself. */
  outcome: "violation" | "undetermined" | "exempt" | "notice";
  /** Only a violation is ever mandatory. */
  level: "mandatory" | "advisory";
  /** The resource; absent for the stack as a whole. */
  urn?: string;
  /** Its logical name. */
  name?: string;
  /** The property, such as `scopes`. */
  path?: string;
  /** What is wrong, in whole sentences. */
  message: string;
  /** Why it matters, one sentence. */
  why?: string;
  /** The smallest change that passes. */
  fix?: string;
  /** Where the rule is explained. */
  link?: string;
  /** The exemption that applies, or the expired one that no longer does. */
  exemption?: Exemption;
}

/** Where a rule of this package is explained. */
export const linkTo = (rule: string): string => `docs/reference/policy-rules.md#${rule}`;

/** A finding as text, with its reason, its fix and where to read more. */
export function textOf({ message, why, fix, link, rule }: Finding): string {
  const lines = [message, why, fix].filter((part) => part !== undefined).join(" ");
  return link === undefined ? lines : `${lines} ${readOn(rule)}`;
}

/** The enforcement level of a violation under a level of the configuration. */
export const countsAs = (level: Level): "mandatory" | "advisory" => (level === "advisory" ? "advisory" : "mandatory");
