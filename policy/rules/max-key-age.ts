import { z } from "zod";
import { notYetKnown, type ResourceFacts } from "../facts.js";
import { type Found, stackRule, undetermined, violation } from "../rule.js";
import { daysSince } from "../rule-helpers/days.js";

const config = z.object({
  days: z
    .number()
    .positive()
    .optional()
    .meta({ description: "How old a secret key may become. Without it nothing is asked." }),
});

/** A key never ends by itself (interface document, ApiKey: no field tells an end). */
export const maxKeyAge = stackRule<typeof config>({
  name: "max-key-age",
  title: "No secret key becomes older than so many days.",
  why: "A key that leaked unseen is of use to whoever has it for as long as it lives.",
  fix: "Declare it as a RotatingApiKey with a shorter everyDays; adoptId takes the present key over, and rotates it away.",
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
    "A RotatingApiKey is judged by its `everyDays`, so before any key is too old; one that rotates by `trigger` is judged by the age of its present key. That a rotation is late is said by the resource itself. Nothing is said of an ApiKey that is new or changes in this preview. `stale-key` is the same as a reminder.",
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
  const message = `This key rotates every ${everyDays} days; it may become ${days} days old.`;
  return [violation(message, { urn, path: "rotation", fix: `Set everyDays to ${days} or less.` })];
}

/** What is new or changes in a preview has no time yet. */
function tooOld(key: { urn: string; since: unknown; path: string }, days: number, now: Date): Found[] {
  const { urn, since, path } = key;
  if (typeof since !== "string") return [];
  const age = daysSince(since, now);
  if (age === undefined) {
    const why = "How old this key is can't be read: the service tells it in no form that is known here.";
    return [undetermined(path, { urn, why })];
  }
  if (age <= days) return [];
  const message = `This key is of ${since}, ${Math.floor(age)} days ago; it may become ${days} days old.`;
  return [violation(message, { urn, path })];
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
