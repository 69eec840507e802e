import { z } from "zod";
import { notYetKnown, type ResourceFacts } from "../facts";
import { type Found, stackRule, undetermined, violation } from "../rule";
import { daysSince } from "../rule-helpers/days";

const config = z.object({
  days: z
    .number()
    .positive()
    .optional()
    .meta({ description: "Maximum age of a secret key, in days. Without it the rule checks nothing." }),
});

/** A key never expires (interface document, ApiKey: no field for it). */
export const maxKeyAge = stackRule<typeof config>({
  name: "max-key-age",
  title: "No secret key gets older than the configured number of days.",
  why: "A key that leaked unnoticed works for its finder until it is replaced.",
  fix: "Declare it as a RotatingApiKey with a shorter everyDays; adoptId adopts the current key, and the next rotation replaces it.",
  level: "mandatory",
  config,

  check(resources, { config: { days }, now }) {
    if (days === undefined) return [];
    return resources.flatMap((resource) =>
      resource.className === "RotatingApiKey" ? ofRotation(resource, days, now) : ofKey(resource, days, now),
    );
  },

  example: {
    config: { days: 90 },
    failing: {
      program: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });',
      now: "2026-06-01T09:00:00Z",
      outputs: { reports: { createdAt: "2026-01-10T12:00:00Z" } },
    },
    passing: {
      program:
        'new RotatingApiKey("reports", { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 48 } });',
      now: "2026-06-01T09:00:00Z",
      outputs: { reports: { current: { id: "key_1", name: "reports", since: "2026-05-10T12:00:00Z" } } },
    },
  },
  notes:
    "For a RotatingApiKey the rule checks `everyDays`, before any key is too old. For one that rotates by `trigger` it checks the age of the current key. The resource itself reports a late rotation. The rule skips an ApiKey that is new or changes in this preview. `stale-key` is a reminder for the same.",
});

function ofKey({ className, urn, props }: ResourceFacts, days: number, now: Date): Found[] {
  if (className !== "ApiKey" || props.type === "publishable") return [];
  return tooOld({ urn, since: props.createdAt, path: "createdAt" }, days, now);
}

function ofRotation({ urn, props }: ResourceFacts, days: number, now: Date): Found[] {
  const rotation = partsOf(props.rotation);
  if (props.rotation === notYetKnown || rotation.everyDays === notYetKnown) return [undetermined("rotation", { urn })];
  const { everyDays } = rotation;
  if (typeof everyDays !== "number")
    return tooOld({ urn, since: partsOf(props.current).since, path: "current" }, days, now);
  if (everyDays <= days) return [];
  const message = `This key rotates every ${everyDays} days; its maximum age is ${days} days.`;
  return [violation(message, { urn, path: "rotation", fix: `Set everyDays to ${days} or less.` })];
}

/** A key that is new or changes in a preview has no time yet. */
function tooOld(key: { urn: string; since: unknown; path: string }, days: number, now: Date): Found[] {
  const { urn, since, path } = key;
  if (typeof since !== "string") return [];
  const age = daysSince(since, now);
  if (age === undefined) {
    const why = "The age of this key is unknown: the format of its time is not supported.";
    return [undetermined(path, { urn, why })];
  }
  if (age <= days) return [];
  const message = `This key was created on ${since}, ${Math.floor(age)} days ago; its maximum age is ${days} days.`;
  return [violation(message, { urn, path })];
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
