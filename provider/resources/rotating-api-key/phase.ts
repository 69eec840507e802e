import type { KeptKey, KeptRetiring, LiveRotation, RotatingApiKeyKept, Rotation } from "./schema.js";
import { inWords } from "./time.js";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Everything that the next steps of a rotation are decided from. Plain data. */
export interface RotationFacts {
  /** What the program declares; undefined while it is not known. */
  rotation: Rotation | undefined;
  kept: RotatingApiKeyKept;
  live: LiveRotation;
  /** Hours without use that the deletion guard asks for; 0 where it is off. */
  guardHours: number;
}

/** What one run does, in this order. */
export type Step =
  /** A key of a run that was cut off: its value is lost. */
  | { do: "discard"; id: string; name: string }
  /** The retiring key was deleted by somebody else. */
  | { do: "forget"; id: string }
  | { do: "retire"; id: string }
  | { do: "rotate"; why: RotationReason };

export type RotationReason = "due" | "trigger" | "emergency" | "gone";

export interface RotationPlan {
  steps: Step[];
  /** Where the rotation stands, for people: a line each. */
  lines: string[];
  /** What stands still and should not. */
  warnings: string[];
}

/** When the current key becomes due, in milliseconds since 1970; undefined: never by time. Pure. */
export function dueAtMs(rotation: Rotation | undefined, current: KeptKey | undefined): number | undefined {
  if (rotation === undefined || current === undefined || !("everyDays" in rotation)) return undefined;
  const sinceMs = Date.parse(current.since);
  return Number.isNaN(sinceMs) ? undefined : sinceMs + rotation.everyDays * dayMs;
}

/** When the overlap of the retiring key is over, in milliseconds since 1970. Pure. */
export function overlapEndsAtMs(rotation: Rotation | undefined, retiring: KeptRetiring): number {
  const retiredAtMs = Date.parse(retiring.retiredAt);
  return retiredAtMs + (rotation?.overlapHours ?? 0) * hourMs;
}

/**
 * The one decision of a rotation: what a run does now. At no time fewer than one live key by our hand, or more than two:
 * a new key is made only where the retiring one goes first, and the current one never goes before its successor. Pure.
 */
export function planRotation(facts: RotationFacts): RotationPlan {
  const { kept, live } = facts;
  const plan: RotationPlan = {
    steps: live.leftOver.map(({ id, name }) => ({ do: "discard", id, name })),
    lines: [],
    warnings: [],
  };
  if (kept.current === undefined || live.nowMs === undefined) return plan;
  const why = reasonToRotate(facts, live.nowMs);
  const leaving = kept.retiring === undefined ? undefined : settleRetiring(facts, kept.retiring, live.nowMs, plan);
  const isFree = kept.retiring === undefined || leaving !== undefined;
  const leave = leaving === undefined ? [] : [leaving];
  // A current key that is gone leaves the place that its successor takes, and the retiring one may be all that lives.
  if (why === "gone") plan.steps.push({ do: "rotate", why }, ...leave);
  else plan.steps.push(...leave, ...(why !== undefined && isFree ? [{ do: "rotate", why } as const] : []));
  if (why === undefined) sayWhenDue(facts, live.nowMs, plan);
  else if (why !== "gone" && !isFree) sayOverdue(facts, why, live.nowMs, plan);
  else if (live.emergency === "revoke" && why !== "gone") plan.steps.push({ do: "retire", id: kept.current.id });
  return plan;
}

function reasonToRotate({ rotation, kept, live }: RotationFacts, nowMs: number): RotationReason | undefined {
  if (live.current.state === "absent") return "gone";
  if (live.emergency !== undefined) return "emergency";
  if (rotation === undefined) return undefined;
  if ("trigger" in rotation)
    return kept.trigger !== undefined && kept.trigger !== rotation.trigger ? "trigger" : undefined;
  const dueMs = dueAtMs(rotation, kept.current);
  return dueMs !== undefined && nowMs >= dueMs ? "due" : undefined;
}

/** How the retiring key leaves in this run; undefined: it stays, and that is said. */
function settleRetiring(
  facts: RotationFacts,
  retiring: KeptRetiring,
  nowMs: number,
  plan: RotationPlan,
): Extract<Step, { do: "forget" | "retire" }> | undefined {
  const { id } = retiring;
  const sight = facts.live.retiring;
  if (sight === undefined || sight.state === "absent") return { do: "forget", id };
  const stays = whyRetiringStays(facts, retiring, sight.live.lastUsed, nowMs);
  if (stays === undefined) return { do: "retire", id };
  plan[stays.isWaiting ? "warnings" : "lines"].push(stays.line);
  return undefined;
}

/** Why the retiring key is not deleted now; `isWaiting`: its overlap is over, and something else holds it. */
export function whyRetiringStays(
  { rotation, live, guardHours }: Pick<RotationFacts, "rotation" | "live" | "guardHours">,
  retiring: KeptRetiring,
  lastUsed: string | undefined,
  nowMs: number,
): { line: string; isWaiting: boolean } | undefined {
  const { id } = retiring;
  const key = `the retiring key ${id} (${retiring.name})`;
  const locked = live.retiringLockedBy;
  const forced = live.forced.has(id) || live.emergency === "revoke";
  const endsMs = overlapEndsAtMs(rotation, retiring);
  if (Number.isNaN(endsMs) && !forced)
    return { line: `${key}: state does not tell since when; PAYMENTS_FORCE=${id} deletes it`, isWaiting: true };
  if (!forced && nowMs < endsMs) return { line: `${key} may go in ${inWords(endsMs - nowMs)}`, isWaiting: false };
  if (locked !== undefined) return { line: `${key} stays: ${locked}`, isWaiting: true };
  if (forced || lastUsed === undefined) return undefined;
  const usedMs = Date.parse(lastUsed);
  // A use up to the hand-over is that of a key that was still the current one.
  if (usedMs <= Date.parse(retiring.retiredAt)) return undefined;
  const quietMs = Math.max(rotation?.overlapHours ?? 0, guardHours) * hourMs;
  if (!Number.isNaN(usedMs) && nowMs - usedMs >= quietMs) return undefined;
  const ago = Number.isNaN(usedMs) ? "" : ` (${inWords(nowMs - usedMs)} ago)`;
  return {
    line: `${key} is still in use: last at ${lastUsed}${ago}, after its successor was handed on. Whatever holds its value has not taken the new one; it goes once it was quiet for ${inWords(quietMs)}. PAYMENTS_FORCE=${id} deletes it in one run all the same.`,
    isWaiting: true,
  };
}

function sayWhenDue({ rotation, kept }: RotationFacts, nowMs: number, plan: RotationPlan): void {
  const dueMs = dueAtMs(rotation, kept.current);
  if (dueMs !== undefined) plan.lines.push(`rotates in ${inWords(dueMs - nowMs)}`);
}

function sayOverdue({ rotation, kept }: RotationFacts, why: RotationReason, nowMs: number, plan: RotationPlan): void {
  const dueMs = dueAtMs(rotation, kept.current);
  const late = why === "due" && dueMs !== undefined && nowMs > dueMs ? `overdue by ${inWords(nowMs - dueMs)}` : "due";
  plan.warnings.push(
    `${late}: two keys live already, so it rotates when the retiring key ${kept.retiring?.id} is gone`,
  );
}
