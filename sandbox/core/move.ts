import { z } from "zod";
import { instantMs, isInCalendar, lastInstantMs, outsideCalendar, timestampSchema } from "./calendar";
import { iso } from "./clock";
import { ServiceError } from "./errors";

/** A century: beyond it a mistyped number is more likely than a meaning. */
const longestSeconds = 100 * 366 * 86_400;

/** How far to move a manual clock: by seconds, or to an ISO 8601 instant. */
export const moveSchema = z.union(
  [
    z.strictObject({
      seconds: z.number().min(0).max(longestSeconds).meta({ description: "How far, in virtual seconds" }),
    }),
    z.strictObject({
      to: timestampSchema.meta({ description: "Where to, not before now" }),
    }),
  ],
  'must be {"seconds": a number from 0 to a century} or {"to": an ISO 8601 instant}',
);
export type Move = z.output<typeof moveSchema>;

/**
 * The instant that a move leads to, in milliseconds since 1970 UTC.
 * @throws ServiceError `invalid_parameter` for one that is before `fromMs` or outside the years that a sandbox knows
 */
export function targetOf(move: Move, fromMs: number): number {
  const toMs = "to" in move ? instantMs(move.to) : fromMs + Math.round(move.seconds * 1_000);
  if ("to" in move && !isInCalendar(toMs)) throw new ServiceError("invalid_parameter", `to: ${outsideCalendar}.`, "to");
  if (!isInCalendar(toMs)) {
    throw new ServiceError(
      "invalid_parameter",
      `seconds: the clock stands at ${iso(fromMs)} and goes no further than ${iso(lastInstantMs)}.`,
      "seconds",
    );
  }
  if (toMs < fromMs) {
    throw new ServiceError(
      "invalid_parameter",
      `The clock stands at ${iso(fromMs)} and cannot go back; restore a snapshot instead.`,
      "to",
    );
  }
  return toMs;
}

/**
 * A move as a program gives it, perhaps one without types.
 * @throws ServiceError `invalid_parameter`
 */
export function readMove(move: unknown): Move {
  const parsed = moveSchema.safeParse(move);
  if (parsed.success) return parsed.data;
  throw new ServiceError(
    "invalid_parameter",
    `advance: ${parsed.error.issues.map(({ message }) => message).join(", ")}.`,
  );
}
