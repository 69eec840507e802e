import { readTime } from "./contract/time";
import type { Walk } from "./snapshot";

/** When a key was first missed, and how old it was then by the service's own clock. */
export interface FirstMiss {
  /** Local clock, in milliseconds. */
  atMs: number;
  /** Zero where neither the key's creation nor the service's clock is known to say more. */
  ageMs: number;
}

export interface MissingInput {
  /** The earliest walk that lacked the key, and the latest one, which lacks it too; the same one at first. */
  first: Pick<Walk, "number" | "endedMs">;
  latest: Pick<Walk, "number" | "beganMs">;
  firstMiss: FirstMiss;
  absenceConfirmMs: number;
  newKeyGraceMs: number;
}

/**
 * Whether a key that is missing is absent: two walks far enough apart lack it, and the later one began when the key was
 * old enough for lists not to lag. Otherwise, when to look again (local clock, in milliseconds). Pure.
 */
export function judgeMissing(input: MissingInput): { absent: true } | { absent: false; lookAgainAtMs: number } {
  const confirmedFromMs = input.first.endedMs + input.absenceConfirmMs;
  const grownUpAtMs = input.firstMiss.atMs + input.newKeyGraceMs - input.firstMiss.ageMs;
  const lookAgainAtMs = Math.max(confirmedFromMs, grownUpAtMs);
  const lookedTwice = input.latest.number > input.first.number;
  return lookedTwice && input.latest.beganMs >= lookAgainAtMs ? { absent: true } : { absent: false, lookAgainAtMs };
}

/**
 * The age of a key at a walk that lacks it. Measured by the service's clock against its own `created_at`, once; from
 * then on by ours, so that a service whose clock stands still cannot hold us. A key whose creation time nobody knows is
 * judged like an old one; one whose age cannot be measured, or that lies in the service's future, like a new one.
 */
export function firstMissOf(walk: Walk, createdAt: string | undefined): FirstMiss {
  const atMs = walk.beganMs;
  if (createdAt === undefined) return { atMs, ageMs: Number.POSITIVE_INFINITY };
  const createdMs = readTime(createdAt);
  if (Number.isNaN(createdMs) || walk.service === undefined) return { atMs, ageMs: 0 };
  return { atMs: walk.service.localMs, ageMs: Math.max(0, walk.service.dateMs - createdMs) };
}
