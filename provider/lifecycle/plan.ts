import { isDeepStrictEqual } from "node:util";
import type { Observation } from "../api/service";
import type { Change } from "../report/record";
import { fieldOfObject } from "../text/field-of-object";
import type { Comparison } from "./resource";
import { isRecorded } from "./state";

/** Everything that a plan is made from. Plain data; who looked, and how, is not this file's concern. */
export interface PlanInput {
  /** `API key key_1`. */
  label: string;
  /** `not-observed` with driftCheck off. */
  observed: Observation<unknown>["state"] | "not-observed";
  /** Why it is absent or unknown. */
  why?: string;
  /** It is absent since this run deleted it, as before a replacement: nobody's surprise. */
  deletedByUs?: true;
  driftCheck: "strict" | "warn" | "off" | "collect";
  changes: readonly Change[];
  /** What the comparison found besides. */
  comparison: Omit<Comparison, "differences">;
  /** State is to follow the service to another address. */
  relocates: boolean;
  goneAdvice: string;
  protectedUrn?: string;
  failOnUnhealthy: boolean;
}

export interface Plan {
  /** `record` writes to state alone; `create` is for an object that is gone, and replaces it in state. */
  action: "none" | "record" | "update" | "replace" | "create" | "refuse";
  changes: readonly Change[];
  /** Why the object is replaced; empty: it is not. */
  replaces: string[];
  warnings: string[];
  notes: string[];
  /** Warnings that hold for more than this resource. */
  runWarnings: string[];
  /** Why the preview must fail. */
  refusal?: string;
}

/** "Unchanged" must not pass for "no drift" where nobody looked. */
export const notObservedLine =
  "live state was not read because payments:driftCheck is off, so this run can't show drift";

/** The one plan of a preview, for every resource. Pure. */
export function plan(input: PlanInput): Plan {
  const { label, observed, why, changes, comparison } = input;
  const result: Omit<Plan, "action"> = { changes, replaces: [], warnings: [], notes: [], runWarnings: [] };
  const refuse = (refusal: string): Plan => ({ ...result, action: "refuse", refusal });

  if (observed === "unknown") {
    const reason = `the live state of ${label} could not be read: ${why ?? "no reason given"}`;
    if (input.driftCheck === "strict") {
      return refuse(
        `${reason} Drift is unknown. To preview without live state, run 'pulumi config set payments:driftCheck warn'.`,
      );
    }
    result.warnings.push(`${reason} Compared with the recorded state only, so drift is unknown.`);
  }
  if (observed === "not-observed") result.runWarnings.push(notObservedLine);
  if (input.relocates && observed !== "found") return refuse(moveRefusal(input, observed));
  if (comparison.refusals && comparison.refusals.length > 0 && observed !== "absent")
    return refuse(comparison.refusals.join("\n"));

  result.notes.push(...(comparison.notes ?? []));
  result.warnings.push(...(comparison.warnings ?? []));
  result.runWarnings.push(...(comparison.runWarnings ?? []));
  const unrepaired: string[] = [];
  for (const change of changes) {
    if (change.replaces !== undefined) result.replaces.push(replaceReason(change));
    if (change.cause === "due") result.notes.push(`due: ${change.advice}`);
    else if (change.cause === "unhealthy" && !change.repairable)
      unrepaired.push(changeLine("unhealthy, not ours to repair", change, label));
    // What state holds as well is a change of the program, or was accepted into state by a refresh: no news, yet named.
    else if (change.repairable && isRecorded(change.live, change.recorded))
      result.notes.push(changeLine("to change", change, label));
    else if (change.repairable) result.warnings.push(changeLine("drift", change, label));
  }
  if (observed === "absent") {
    result.replaces.push(`gone: ${why ?? "not in the service's list"}`);
    (input.deletedByUs ? result.notes : result.warnings).push(goneLine(input));
  }
  if (!input.failOnUnhealthy) result.warnings.push(...unrepaired);
  if (input.relocates && comparison.unobservable) {
    result.warnings.push(
      `${label} can't be seen at the new address; its state follows on the word of PAYMENTS_REHOME alone`,
    );
  } else if (input.relocates) result.notes.push(`${label} was found at the new address; state will follow`);
  const unrecorded = changes.filter(({ cause }) => cause === "unrecorded").map(({ advice }) => advice);
  if (unrecorded.length > 0)
    result.notes.push(`recorded in state only, nothing is written to the service: ${unrecorded.join("; ")}`);
  const unknown = changes.filter(({ cause }) => cause === "unknown").map(({ field }) => field);
  if (unknown.length > 0) result.notes.push(`${unknown.join(", ")} can't be compared until apply`);
  if (input.failOnUnhealthy && unrepaired.length > 0) return refuse(unrepaired.join("\n"));
  return { ...result, action: actionOf(input, result) };
}

function actionOf({ observed, changes, relocates }: PlanInput, { replaces }: Pick<Plan, "replaces">): Plan["action"] {
  if (observed === "absent") return "create";
  if (replaces.length > 0) return "replace";
  if (changes.some(({ repairable, cause }) => repairable || cause === "unknown")) return "update";
  return relocates || changes.some(({ cause }) => cause === "unrecorded") ? "record" : "none";
}

function moveRefusal({ label, why }: PlanInput, observed: "absent" | "unknown" | "not-observed"): string {
  const seen: Record<typeof observed, string> = {
    absent: `${label} is not at the new address (${why ?? "not in its list"}), so this is not the same service`,
    unknown: `${label} could not be read at the new address (${why ?? "no reason given"})`,
    "not-observed": `${label} was not read at the new address because payments:driftCheck is off`,
  };
  return `${seen[observed]}: the move was refused, and this object was left as it is. If only this object was deleted before the move, remove it from state with 'pulumi state delete'. What had followed before it in this run (an endpoint, say) comes back with the old address configured and the two addresses of PAYMENTS_REHOME swapped.`;
}

/** Whether state protects it too, which 'pulumi state unprotect' changes, nobody tells a provider: the advice is for the refusal. */
function goneLine({ label, goneAdvice, protectedUrn, why, deletedByUs }: PlanInput): string {
  const unprotect =
    protectedUrn === undefined
      ? ""
      : ` The program protects it: if the engine refuses the replacement, run 'pulumi state unprotect ${protectedUrn}' once, then this again.`;
  const by = deletedByUs ? "by this run" : `outside Pulumi (${why ?? "not in the service's list"})`;
  return `gone: ${label} was deleted ${by}. ${goneAdvice}${unprotect}`;
}

function replaceReason({ field, cause, replaces, recorded, desired }: Change): string {
  if (replaces === "replaceOnChanges") return `${field} differs, and replaceOnChanges names it`;
  return cause === "unknown" ? `${field} is unknown until apply` : `${field}: ${show(recorded)} -> ${show(desired)}`;
}

/** Every line names the field, the live and the desired value. */
function changeLine(kind: string, { field, desired, recorded, live, advice }: Change, label: string): string {
  const known = recorded === undefined || same(recorded, desired) || isRecorded(live, recorded);
  const changed = known ? "" : `, last applied ${show(recorded)}`;
  return `${kind}: ${fieldOfObject(field, label)} is ${show(live)}, wanted ${show(desired)}${changed}.${advice ? ` ${advice}` : ""}`;
}

/** Sets were made canonical before they come here. */
export const same = isDeepStrictEqual;

export function show(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
