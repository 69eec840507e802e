import { isDeepStrictEqual } from "node:util";
import type { Observation } from "../api/service.js";
import { fieldOfObject } from "../text/field-of-object.js";
import type { Comparison, Difference } from "./resource.js";
import { isRecorded } from "./state.js";

/** Everything that a diff is decided from. Plain data; who looked, and how, is not this file's concern. */
export interface Situation {
  /** `API key key_1`. */
  label: string;
  /** What was seen; `not-looked` with driftCheck off. */
  sight: Observation<unknown>["state"] | "not-looked";
  /** Why the sight is absent or unknown. */
  why?: string;
  /** It is absent since this run deleted it, as before a replacement: nobody's surprise. */
  deletedByUs?: true;
  driftCheck: "strict" | "warn" | "off" | "collect";
  /** Live (or, where nobody could look, stored) against wanted, without what `ignoreChanges` names. */
  comparison: Comparison;
  /** What state held of the fields that differ. */
  stored: Readonly<Record<string, unknown>>;
  /** Create-only arguments whose declared value is not the one that the object was made with. */
  replacing: readonly Replacing[];
  /** Arguments not known before other resources are applied. */
  unknown: readonly string[];
  createOnly: ReadonlySet<string>;
  replaceOnChanges: readonly string[];
  /** What state holds though live and program agree on something else, each a clause: an update only records it. */
  outdated: readonly string[];
  /** State is to follow the service to another address. */
  rehome: boolean;
  goneAdvice: string;
  protectedUrn?: string;
  failOnUnhealthy: boolean;
  /** Whether a rotation whose time has come is a change, or is said only. */
  dueRotations: "apply" | "report";
}

export interface Replacing {
  field: string;
  wanted: unknown;
  stored: unknown;
}

export interface Verdict {
  changes: boolean;
  /** Why the object is replaced; empty: it is not. */
  replaces: string[];
  warnings: string[];
  infos: string[];
  /** Warnings that hold for more than this resource. */
  runWarnings: string[];
  /** Why the preview must fail. */
  failure?: string;
}

/** "Unchanged" must not pass for "no drift" where nobody looked. */
export const notLookedLine =
  "live state was not looked at, since payments:driftCheck is off: drift would not show here";

/** The one decision of a preview, for every resource. Pure. */
export function decide(situation: Situation): Verdict {
  const { label, sight, comparison } = situation;
  const verdict: Verdict = {
    changes: false,
    replaces: [],
    warnings: [],
    infos: [],
    runWarnings: [],
  };

  if (sight === "unknown") {
    const reason = `the live state of ${label} could not be read: ${situation.why ?? "no reason given"}`;
    if (situation.driftCheck === "strict") {
      verdict.failure = `${reason} Nothing is known about drift. With 'pulumi config set payments:driftCheck warn' a preview goes on without looking.`;
      return verdict;
    }
    verdict.warnings.push(`${reason} Compared with the stored state: drift was not looked for.`);
  }
  if (sight === "not-looked") verdict.runWarnings.push(notLookedLine);
  if (situation.rehome && sight !== "found") {
    const seen: Record<typeof sight, string> = {
      absent: `${label} is not at the new address (${situation.why ?? "not in its list"}), so this is not the same service`,
      unknown: `${label} could not be looked for at the new address (${situation.why ?? "no reason given"})`,
      "not-looked": `${label} was not looked for at the new address, since payments:driftCheck is off`,
    };
    verdict.failure = `${seen[sight]}: the move was not accepted, and this was left as it is. If just this one was deleted before the move, 'pulumi state delete' forgets it. What had followed before it in this run (an endpoint, say) comes back with the old address configured and the two addresses of PAYMENTS_REHOME swapped.`;
    return verdict;
  }
  if (comparison.refusals && comparison.refusals.length > 0 && sight !== "absent") {
    verdict.failure = comparison.refusals.join("\n");
    return verdict;
  }

  verdict.infos.push(...(comparison.notes ?? []));
  verdict.warnings.push(...(comparison.warnings ?? []));
  verdict.runWarnings.push(...(comparison.runWarnings ?? []));
  for (const { field, wanted, stored } of situation.replacing) {
    verdict.replaces.push(`${field}: ${show(stored)} -> ${show(wanted)}`);
  }
  for (const field of situation.unknown.filter((name) => situation.createOnly.has(name))) {
    verdict.replaces.push(`${field} is not known before apply`);
  }
  if (sight === "absent") {
    verdict.replaces.push(`gone: ${situation.why ?? "not in the service's list"}`);
    (situation.deletedByUs ? verdict.infos : verdict.warnings).push(goneLine(situation));
  } else {
    judgeDifferences(situation, verdict);
  }
  if (situation.rehome && comparison.unseen) {
    verdict.warnings.push(
      `${label} can't be seen at the new address; its state follows on the word of PAYMENTS_REHOME alone`,
    );
  } else if (situation.rehome) verdict.infos.push(`${label} was found at the new address; state will follow`);
  verdict.changes ||= verdict.replaces.length > 0 || situation.outdated.length > 0 || situation.rehome;
  if (situation.outdated.length > 0) {
    verdict.infos.push(`to record in state, without a write to the service: ${situation.outdated.join("; ")}`);
  }
  if (situation.unknown.length > 0) {
    verdict.changes = true;
    verdict.infos.push(`${situation.unknown.join(", ")} can't be compared before apply`);
  }
  return verdict;
}

/** Whether state protects it too, which 'pulumi state unprotect' changes, nobody tells a provider: the advice is for the refusal. */
function goneLine({ label, goneAdvice, protectedUrn, why, deletedByUs }: Situation): string {
  const unprotect =
    protectedUrn === undefined
      ? ""
      : ` The program protects it: if the engine refuses the replacement, run 'pulumi state unprotect ${protectedUrn}' once, then this again.`;
  const by = deletedByUs ? "by this run" : `behind Pulumi's back (${why ?? "not in the service's list"})`;
  return `gone: ${label} was deleted ${by}. ${goneAdvice}${unprotect}`;
}

function judgeDifferences(situation: Situation, verdict: Verdict): void {
  const unrepaired: string[] = [];
  for (const difference of situation.comparison.differences) {
    if (!difference.repairable) {
      unrepaired.push(differenceLine("unhealthy, not ours to repair", difference, situation));
      continue;
    }
    if (difference.due !== undefined) {
      verdict.infos.push(`due: ${difference.due}`);
      verdict.changes ||= difference.isAsked === true || situation.dueRotations === "apply";
      continue;
    }
    verdict.changes = true;
    // What state holds as well is a change of the program, or was accepted into state by a refresh: no news, yet named.
    if (isRecorded(difference.live, situation.stored[difference.field])) {
      verdict.infos.push(differenceLine("to change", difference, situation));
    } else verdict.warnings.push(differenceLine("drift", difference, situation));
    const names = situation.replaceOnChanges;
    if (names.includes(difference.argument ?? difference.field) || names.includes("*")) {
      verdict.replaces.push(`${difference.field} differs, and replaceOnChanges names it`);
    }
  }
  if (unrepaired.length === 0) return;
  if (situation.failOnUnhealthy) verdict.failure = unrepaired.join("\n");
  else verdict.warnings.push(...unrepaired);
}

/** Every line names the field, the live and the wanted value. */
function differenceLine(kind: string, { field, wanted, live, advice }: Difference, situation: Situation): string {
  const stored = situation.stored[field];
  const known = stored === undefined || same(stored, wanted) || isRecorded(live, stored);
  const changed = known ? "" : `, last applied ${show(stored)}`;
  return `${kind}: ${fieldOfObject(field, situation.label)} is ${show(live)}, wanted ${show(wanted)}${changed}.${advice ? ` ${advice}` : ""}`;
}

/** Sets were made canonical before they come here. */
export const same = isDeepStrictEqual;

export function show(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
