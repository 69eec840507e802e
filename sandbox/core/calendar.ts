import { z } from "zod";

/** The years that a sandbox knows. Whatever follows from an instant in them, centuries later, can still be written with a year of four digits. */
const firstInstantMs = Date.UTC(1970, 0, 1);
export const lastInstantMs = Date.UTC(3000, 0, 1) - 1;

/** Such as "must be in the years 1970 to 2999, UTC". */
export const outsideCalendar = "must be in the years 1970 to 2999, UTC";

export function isInCalendar(ms: number): boolean {
  return ms >= firstInstantMs && ms <= lastInstantMs;
}

/** An instant as callers give it: a full timestamp with Z or an offset, read as milliseconds since 1970 UTC. */
export const instantSchema = z.iso
  .datetime({ offset: true, error: "must be a timestamp with its offset, such as 2026-01-31T09:00:00Z" })
  .transform((text) => Date.parse(text))
  .refine(isInCalendar, outsideCalendar);
