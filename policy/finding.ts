import { ownCommand } from "../provider/text/own-command.js";
import type { Exemption } from "./exemptions.js";
import type { Level } from "./levels.js";

/** What came of a rule, as plain data: the pack, the command and other reports say it in the same words. */
export interface Finding {
  rule: string;
  /** `exempt`: a violation that an exemption lets pass. `undetermined`: not known yet. `notice`: about the pack itself. */
  outcome: "violation" | "undetermined" | "exempt" | "notice";
  /** What it counts as: only a violation is ever mandatory. */
  level: "mandatory" | "advisory";
  /** The resource; absent where it is about the whole stack. */
  urn?: string;
  /** Its logical name. */
  name?: string;
  /** The property, such as `scopes`. */
  path?: string;
  /** What is wrong, whole sentences. */
  message: string;
  /** Why it matters, one sentence. */
  why?: string;
  /** The smallest change that passes. */
  fix?: string;
  /** Where the rule is explained. */
  link?: string;
  /** The one that lets it pass, or that would have if it had not expired. */
  exemption?: Exemption;
}

/** Where a rule of this package is explained. */
export const linkTo = (rule: string): string => `docs/policy.md#${rule}`;

/** Where people read on: the command is installed wherever the pack is. */
export const readOn = (rule: string): string => `Run '${ownCommand} policy explain ${rule}' for more.`;

/** A finding as people read it. */
export function textOf({ message, why, fix, link, rule }: Finding): string {
  const lines = [message, why, fix].filter((part) => part !== undefined).join(" ");
  return link === undefined ? lines : `${lines} ${readOn(rule)}`;
}

/** What a level of the configuration means for a violation. */
export const countsAs = (level: Level): "mandatory" | "advisory" => (level === "advisory" ? "advisory" : "mandatory");
