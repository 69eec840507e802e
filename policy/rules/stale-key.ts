import { z } from "zod";
import { stackRule, undetermined, violation } from "../rule.js";
import { daysSince } from "../rule-helpers/days.js";
import { firstOf } from "../text/in-words.js";

const config = z.object({
  days: z.number().positive().default(365).meta({ description: "A secret key older than this is to be replaced." }),
});

export const staleKey = stackRule<typeof config>({
  name: "stale-key",
  title: "A secret key is replaced now and then.",
  why: "The longer a key lives, the more people, logs and laptops have seen it.",
  fix: "Replace it when its users can take a new value.",
  level: "disabled",
  strictLevel: "advisory",
  config,

  check(resources, { config: { days }, now }) {
    const keys = resources
      .filter(({ className, props }) => className === "ApiKey" && props.type !== "publishable")
      .map(({ name, urn, props: { createdAt } }) => ({ name, urn, createdAt, age: daysSince(createdAt, now) }))
      // A key that is new or changes has none in a preview.
      .filter(({ createdAt }) => typeof createdAt === "string");
    const unknown = keys.filter(({ age }) => age === undefined).map(({ name }) => name);
    const old = keys.flatMap(({ age, createdAt, urn }) => {
      if (age === undefined || age <= days) return [];
      const fix = `When its users can take a new value, run: pulumi up --replace '${urn}'.`;
      const message = `This key was made on ${String(createdAt)}, ${Math.floor(age)} days ago; ${days} are allowed.`;
      return [violation(message, { path: "createdAt", urn, fix })];
    });
    if (unknown.length === 0) return old;
    const why = `when ${firstOf(unknown)} was made can't be read: the service tells it in no form that is known here.`;
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
    "Off in `recommended`, because the service lets no key expire and how long one may live is for each organisation to say. Nothing is said of a key that is new or changes in this preview; a RotatingApiKey replaces its keys by itself. Publishable keys are public anyway.",
});
