import type { ApiKeyRecord } from "../../api/contract/api-key";
import { readTime } from "../../api/contract/time";
import { printable } from "../../text/printable";
import { recoveryOptions } from "../../text/recovery-options";
import { orphanLine } from "../api-key/orphans";
import type { LiveRotation, RecordedKey, RecordedRetiringKey, RotatingApiKeyPrivateState, Rotation } from "./fields";
import { triggerMark } from "./private-state";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Everything that the next steps of a rotation are decided from. Plain data. */
export interface RotationFacts {
  /** What the program declares; undefined while it is not known. */
  rotation: Rotation | undefined;
  privateState: RotatingApiKeyPrivateState;
  live: LiveRotation;
  /** Hours without use that the deletion guard asks for; 0 where it is off. */
  guardHours: number;
  /** Whether steps are taken because their time has come, or said only. What was asked for is done in both. */
  dueRotations: "apply" | "report";
}

/** What one run does, in this order. */
export type Step =
  /** The retiring key was deleted by somebody else. */
  | { do: "forget"; id: string }
  | { do: "retire"; id: string; why: RetireReason }
  | { do: "rotate"; why: RotationReason };

/** `told`: this run's environment names the key, or revokes all but the newest. */
export type RetireReason = "quiet" | "told";

export type RotationReason = "due" | "trigger" | "emergency" | "gone";

export interface RotationPlan {
  steps: Step[];
  /** The program or this run asks for them: a trigger that changed, or an emergency. Then nothing waits for a time. */
  isAsked: boolean;
  /** Where the rotation stands, for people: a line each. */
  lines: string[];
  /** What stands still and should not. */
  warnings: string[];
}

/** When the current key becomes due, in milliseconds since 1970; undefined: never by time. Pure. */
export function dueAtMs(rotation: Rotation | undefined, current: RecordedKey | undefined): number | undefined {
  if (rotation === undefined || current === undefined || !("everyDays" in rotation)) return undefined;
  const sinceMs = Date.parse(current.since);
  return Number.isNaN(sinceMs) ? undefined : sinceMs + rotation.everyDays * dayMs;
}

/** When the overlap of the retiring key is over, in milliseconds since 1970. Pure. */
export function overlapEndsAtMs(rotation: Rotation | undefined, retiring: RecordedRetiringKey): number {
  const retiredAtMs = Date.parse(retiring.retiredAt);
  return retiredAtMs + (rotation?.overlapHours ?? 0) * hourMs;
}

/**
 * The one decision of a rotation: what a run does now. At no time fewer than one live key by our hand, or more than two:
 * a new key is made only where the retiring one goes first, and the current one never goes before its successor. Pure.
 */
export function planRotation(facts: RotationFacts): RotationPlan {
  const { privateState, live } = facts;
  const plan: RotationPlan = { steps: [], isAsked: false, lines: [], warnings: [] };
  if (live.nowMs === undefined) {
    plan.warnings.push("its keys were not read, so nothing rotates and no key is deleted in this run, whatever is due");
    return plan;
  }
  const stranger = live.leftOver.find(({ lastUsed }) => lastUsed !== undefined);
  const why = reasonToRotate(facts, live.nowMs);
  plan.isAsked = why === "trigger" || why === "emergency";
  const leaving =
    privateState.retiring === undefined ? undefined : settleRetiring(facts, privateState.retiring, live.nowMs, plan);
  const leave = leaving === undefined ? [] : [leaving];
  plan.warnings.push(...live.leftOver.map((key) => leftOverLine(key, live.urn)));
  if (why === "gone") {
    const rotate: Step = { do: "rotate", why };
    // A current key that is gone leaves the place that its successor takes, and what is there may be all that lives.
    plan.steps = [rotate, ...leave];
    return plan;
  }
  plan.steps = leave;
  if (why === undefined) {
    sayWhenDue(facts, live.nowMs, plan);
    return plan;
  }
  const inTheWay =
    privateState.retiring !== undefined && leaving === undefined ? privateState.retiring.id : stranger?.id;
  if (inTheWay !== undefined) {
    sayOverdue(facts, why, { nowMs: live.nowMs, inTheWay }, plan);
    return plan;
  }
  plan.steps.push({ do: "rotate", why });
  if (live.emergency === "revoke" && privateState.current !== undefined)
    plan.steps.push({ do: "retire", id: privateState.current.id, why: "told" });
  return plan;
}

/** What is done of a plan; the rest is said only. Pure. */
export function stepsToTake(plan: RotationPlan, dueRotations: RotationFacts["dueRotations"]): Step[] {
  return plan.steps.filter((step) => replacesGoneKey(step) || plan.isAsked || dueRotations === "apply");
}

/** Puts right what somebody or a cut-off run left, whatever the time and whoever manages the rotation. Pure. */
export const replacesGoneKey = (step: Step): boolean => step.do === "rotate" && step.why === "gone";

/** A key that state does not hold is never deleted by a rotation: a colleague, or another copy of the state, may need it. */
function leftOverLine(key: ApiKeyRecord, urn: string | undefined): string {
  if (key.lastUsed === undefined) return orphanLine(key, urn);
  return `key ${key.id} (${printable(key.name)}) was created for this rotation, state does not record it, and somebody used it at ${key.lastUsed}. State may come from an older backup. The provider leaves the key alone. Once nobody needs it:\n${recoveryOptions(key, urn)}`;
}

function reasonToRotate({ rotation, privateState, live }: RotationFacts, nowMs: number): RotationReason | undefined {
  if (live.current.state === "absent") return "gone";
  if (live.emergency !== undefined) return "emergency";
  if (rotation === undefined) return undefined;
  if ("trigger" in rotation)
    return privateState.trigger !== undefined && privateState.trigger !== triggerMark(rotation.trigger)
      ? "trigger"
      : undefined;
  const dueMs = dueAtMs(rotation, privateState.current);
  return dueMs !== undefined && nowMs >= dueMs ? "due" : undefined;
}

/** How the retiring key leaves in this run; undefined: it stays, and that is said. */
function settleRetiring(
  facts: RotationFacts,
  retiring: RecordedRetiringKey,
  nowMs: number,
  plan: RotationPlan,
): Extract<Step, { do: "forget" | "retire" }> | undefined {
  const { id } = retiring;
  const observation = facts.live.retiring;
  if (observation === undefined || observation.state === "absent") return { do: "forget", id };
  const stays = whyRetiringStays(facts, retiring, observation.live.lastUsed, nowMs);
  const isTold = isForced(facts.live, id);
  if (stays === undefined) return { do: "retire", id, why: isTold ? "told" : "quiet" };
  plan[stays.isWaiting ? "warnings" : "lines"].push(stays.line);
  return undefined;
}

/** Why the retiring key is not deleted now; `isWaiting`: its overlap is over, and something else holds it. */
export function whyRetiringStays(
  { rotation, live, guardHours }: Pick<RotationFacts, "rotation" | "live" | "guardHours">,
  retiring: RecordedRetiringKey,
  lastUsed: string | undefined,
  nowMs: number,
): { line: string; isWaiting: boolean } | undefined {
  const { id } = retiring;
  const key = `the retiring key ${id} (${printable(retiring.name)})`;
  const locked = live.retiringLockedBy;
  const forced = isForced(live, id);
  if (rotation === undefined && !forced)
    return { line: `whether ${key} can be deleted is unknown until rotation is known`, isWaiting: false };
  const endsMs = overlapEndsAtMs(rotation, retiring);
  if (Number.isNaN(endsMs) && !forced)
    return { line: `${key}: state does not record since when; PAYMENTS_FORCE=${id} deletes it`, isWaiting: true };
  if (!forced && nowMs < endsMs)
    return { line: `${key} can be deleted in ${inWords(endsMs - nowMs)}`, isWaiting: false };
  if (locked !== undefined) return { line: `${key} stays: ${locked}`, isWaiting: true };
  if (forced || lastUsed === undefined) return undefined;
  const usedMs = readTime(lastUsed);
  // A use up to the hand-over is that of a key that was still the current one.
  if (usedMs <= Date.parse(retiring.retiredAt)) return undefined;
  const quietMs = Math.max(rotation?.overlapHours ?? 0, guardHours) * hourMs;
  if (!Number.isNaN(usedMs) && nowMs - usedMs >= quietMs) return undefined;
  const ago = Number.isNaN(usedMs) ? "" : ` (${inWords(nowMs - usedMs)} ago)`;
  return {
    line: `${key} is still in use: last at ${lastUsed}${ago}, after its successor was handed on. Some program still uses the old value. The key is deleted after ${inWords(quietMs)} without use. PAYMENTS_FORCE=${id} deletes it in one run anyway.`,
    isWaiting: true,
  };
}

/** Whether this run was told to delete the key, whatever the time and its uses. Pure. */
export const isForced = (live: RotationFacts["live"], id: string): boolean =>
  live.forced.has(id) || live.emergency === "revoke";

function sayWhenDue({ rotation, privateState }: RotationFacts, nowMs: number, plan: RotationPlan): void {
  const dueMs = dueAtMs(rotation, privateState.current);
  if (dueMs !== undefined) plan.lines.push(`rotates in ${inWords(dueMs - nowMs)}`);
}

function sayOverdue(
  { rotation, privateState }: RotationFacts,
  why: RotationReason,
  { nowMs, inTheWay }: { nowMs: number; inTheWay: string },
  plan: RotationPlan,
): void {
  const dueMs = dueAtMs(rotation, privateState.current);
  const late = why === "due" && dueMs !== undefined && nowMs > dueMs ? `overdue by ${inWords(nowMs - dueMs)}` : "due";
  const which = inTheWay === privateState.retiring?.id ? "the retiring key" : "key";
  plan.warnings.push(`${late}: two keys exist already, so it rotates when ${which} ${inTheWay} is gone`);
}

/** A length of time for people, in the largest unit that it fills twice: `3 days`, `20 h`, `5 min`. Pure. */
export function inWords(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  if (ms >= 2 * hourMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.max(1, Math.ceil(ms / minuteMs))} min`;
}
