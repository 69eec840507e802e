import { readTime } from "../../provider/api/contract/time";

const dayMs = 24 * 60 * 60 * 1000;

/** Days from a time, ISO 8601, to now; negative for a time in the future. Undefined for anything that is not a time. */
export function daysSince(time: unknown, now: Date): number | undefined {
  const at = typeof time === "string" ? readTime(time) : Number.NaN;
  return Number.isNaN(at) ? undefined : (now.getTime() - at) / dayMs;
}
