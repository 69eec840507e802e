import { z } from "zod";
import { stackRule, undetermined, violation } from "../rule";
import { daysSince } from "../rule-helpers/days";
import { firstOf } from "../text/in-words";

const config = z.object({
  days: z.number().positive().default(365).meta({ description: "Age in days after which a secret key is stale." }),
});

export const staleKey = stackRule<typeof config>({
  name: "stale-key",
  title: "A secret key is replaced from time to time.",
  why: "The older a key is, the more people, logs and laptops have seen it.",
  fix: "Replace it when its users can change to a new value.",
  level: "disabled",
  strictLevel: "advisory",
  config,

  check(resources, { config: { days }, now }) {
    const keys = resources
      .filter(({ className, props }) => className === "ApiKey" && props.type !== "publishable")
      .map(({ name, urn, props: { createdAt } }) => ({ name, urn, createdAt, age: daysSince(createdAt, now) }))
      // It is absent in the preview of a key that is new or changes.
      .filter(({ createdAt }) => typeof createdAt === "string");
    const unknown = keys.filter(({ age }) => age === undefined).map(({ name }) => name);
    const old = keys.flatMap(({ age, createdAt, urn }) => {
      if (age === undefined || age <= days) return [];
      const fix = `When its users can change to a new value, run: pulumi up --replace '${urn}'.`;
      const message = `This key was created on ${String(createdAt)}, ${Math.floor(age)} days ago; its maximum age is ${days} days.`;
      return [violation(message, { path: "createdAt", urn, fix })];
    });
    if (unknown.length === 0) return old;
    const why = `The age of ${firstOf(unknown)} is unknown: the format of the time is not supported.`;
    return [...old, undetermined("createdAt", { why })];
  },

  example: {
    failing: {
      program: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });',
      now: "2026-06-01T09:00:00Z",
      outputs: { reports: { createdAt: "2025-01-10T12:00:00Z" } },
    },
    passing: {
      program: 'new ApiKey("reports", { type: "secret", scopes: ["accounts:read"] });',
      now: "2026-06-01T09:00:00Z",
      outputs: { reports: { createdAt: "2026-01-10T12:00:00Z" } },
    },
  },
  notes:
    "Off in `recommended`, because keys of the service never expire, and each organization has to choose a maximum age. The rule skips keys that are new or change in this preview, publishable keys, which are public, and RotatingApiKeys, which replace their keys themselves.",
});
