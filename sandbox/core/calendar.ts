import { z } from "zod";

/** The years that a sandbox knows. Whatever follows from an instant in them, centuries later, can still be written with a year of four digits. */
const firstInstantMs = Date.UTC(1970, 0, 1);
export const lastInstantMs = Date.UTC(3000, 0, 1) - 1;

/** Such as "must be in the years 1970 to 2999, UTC". */
export const outsideCalendar = "must be in the years 1970 to 2999, UTC";

export function isInCalendar(ms: number): boolean {
  return ms >= firstInstantMs && ms <= lastInstantMs;
}

const offset = "(Z|[+-][0-9]{2}(:?[0-9]{2})?)";
const extended = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?";
const basic = "[0-9]{8}T[0-9]{4}([0-9]{2}([.,][0-9]+)?)?";

/** A full timestamp of ISO 8601, in extended or basic form, seconds optional. In what every language's regular expressions know. */
const timestamp = `(${extended}|${basic})${offset}`;
const date = "([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8})";

const parts = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?))?$/;
const strict = z.iso.datetime({ offset: true });

/** The instant of a timestamp, or of a date as midnight UTC, in milliseconds since 1970 UTC; NaN if there is no such day or time. */
export function instantMs(text: string): number {
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0", ahead = "+00", more = "00"] =
    parts.exec(text) ?? [];
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3)}${ahead}:${more}`;
  return strict.safeParse(plain).success ? Date.parse(plain) : Number.NaN;
}

function instantTextSchema(pattern: string, error: string) {
  return z
    .string(error)
    .regex(new RegExp(`^${pattern}$`), { error, abort: true })
    .refine((text) => !Number.isNaN(instantMs(text)), { error, abort: true });
}

/** A full timestamp with Z or an offset, as callers give it. */
export const timestampSchema = instantTextSchema(
  timestamp,
  "must be a timestamp with its offset, such as 2026-01-31T09:00:00Z",
);

/** The same, read as milliseconds since 1970 UTC. */
export const instantSchema = timestampSchema.transform(instantMs).refine(isInCalendar, outsideCalendar);

/** The same, or a date alone, which is midnight UTC. */
export const dateOrInstantSchema = instantTextSchema(
  `(${date}|${timestamp})`,
  "must be a date, such as 2026-01-31, or a full timestamp with its offset, such as 2026-01-31T09:00:00-05:00",
)
  .transform(instantMs)
  .refine(isInCalendar, outsideCalendar);
