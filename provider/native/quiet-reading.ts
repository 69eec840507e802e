import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../lifecycle/inputs";

/** Policies take an observation for fresh that is younger than a day. */
const sameObservationMs = 12 * 3_600_000;

/**
 * What a reading returns: where nothing but its own time is new, and that is recent, what state holds. Else every reading
 * before a preview would show each key as refreshed. Pure.
 */
export function quietReading(before: Properties, after: Properties, nowMs: number): Properties {
  const { lastUsedObservedAt } = before;
  if (typeof lastUsedObservedAt !== "string" || nowMs - Date.parse(lastUsedObservedAt) >= sameObservationMs)
    return after;
  const kept = { ...after, lastUsedObservedAt };
  const { __provider, ...comparable } = before;
  return isDeepStrictEqual(kept, comparable) ? kept : after;
}
