import { isDeepStrictEqual } from "node:util";
import type { Cause, Change } from "../report/record";
import type { Properties } from "./inputs";
import type { Difference } from "./resource";

/** The arguments that state holds, and the object compared with them. */
export interface LastApplied {
  /** As state holds them. */
  inputs: Properties;
  /** Those that this version can read. */
  known: Properties;
  /** It can read all of them. */
  isWhole: boolean;
  /** Live against those that it can read. */
  differences: readonly Difference[];
}

/** Everything that tells which changes there are, and why. Plain data. */
export interface Evidence {
  /** Live (or, where nobody could look, recorded) against desired, without what `ignoreChanges` names. */
  differences: readonly Difference[];
  /** Recorded against desired, seen as live is seen: without what another resource manages. */
  recordedDifferences: readonly Difference[];
  /** Outputs as state holds them. */
  outputs: Properties;
  /** The arguments as the program declares them. */
  desired: Properties;
  /** Undefined: live was not seen, or state does not tell. */
  lastApplied: LastApplied | undefined;
  replaceOnChanges: readonly string[];
  /** Whether a rotation whose time has come is applied, or reported only. */
  dueRotations: "apply" | "report";
}

/** The changes that a comparison found: every side of each, and its cause. The one classification of the product. Pure. */
export function classify(evidence: Evidence): Change[] {
  return evidence.differences.map((difference) => {
    const { field, argument, desired, live, advice, isAsked } = difference;
    const cause = causeOf(difference, evidence);
    const isPlanned = cause !== "due" || isAsked === true || evidence.dueRotations === "apply";
    const change: Change = {
      field,
      argument,
      desired,
      lastApplied: lastAppliedOf(difference, evidence),
      recorded: recordedOf(difference, evidence),
      live,
      cause,
      repairable: difference.repairable && isPlanned,
      advice,
    };
    const names = evidence.replaceOnChanges;
    // What is due makes its new object by itself.
    const mayReplace = difference.repairable && cause !== "due";
    if (mayReplace && (names.includes(argument ?? field) || names.includes("*"))) change.replaces = "replaceOnChanges";
    return change;
  });
}

function causeOf(difference: Difference, evidence: Evidence): Cause {
  const { field, argument = field, live, repairable, cause } = difference;
  if (cause !== undefined) return cause;
  if (!repairable) return "unhealthy";
  const { lastApplied, desired } = evidence;
  if (lastApplied === undefined) return "drift";
  if (lastApplied.isWhole) return wasInSync(difference, evidence) ? "program" : "drift";
  // Arguments that this version can't read prove nothing together. The one that declares the field may, by itself.
  if (isSameMeaning(desired[argument], lastApplied.inputs[argument])) return "drift";
  const before = lastAppliedOf(difference, evidence);
  return before === undefined || isSameMeaning(live, before) ? "program" : "drift";
}

/** Live is what was last applied. */
function wasInSync({ field }: Difference, { lastApplied }: Evidence): boolean {
  return lastApplied?.isWhole === true && !lastApplied.differences.some((each) => each.field === field);
}

function lastAppliedOf({ field, argument = field, live }: Difference, { lastApplied }: Evidence): unknown {
  const given = lastApplied?.inputs[argument];
  if (argument === field || lastApplied?.known[argument] === undefined) return given;
  const differing = lastApplied.differences.find((each) => each.field === field);
  return differing === undefined ? live : differing.desired;
}

function recordedOf(difference: Difference, evidence: Evidence): unknown {
  const { field, desired, live } = difference;
  if (evidence.outputs[field] === undefined) return undefined;
  if (wasInSync(difference, evidence)) return live;
  return (evidence.recordedDifferences.find((each) => each.field === field) ?? { live: desired }).live;
}

/** Whether two values mean the same: lists of texts are sets here, as everything of that form is at the service. Pure. */
export function isSameMeaning(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(asSet(a), asSet(b));
}

function asSet(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) return value;
  return [...new Set(value as string[])].sort();
}
