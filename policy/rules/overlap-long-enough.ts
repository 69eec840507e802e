import { z } from "zod";
import { notYetKnown } from "../facts";
import { resourceRule, undetermined, violation } from "../rule";

const config = z.object({
  hours: z.number().positive().default(24).meta({ description: "Minimum overlap, in hours." }),
});

export const overlapLongEnough = resourceRule<typeof config>({
  name: "overlap-long-enough",
  title: "The overlap of a rotation lasts until every user has the new value.",
  why: "A rare user of a key, such as a nightly job, may not use it during a short overlap, and loses access after it.",
  fix: "Make overlapHours longer than the longest pause between two uses of the key.",
  level: "advisory",
  looksAt: ["RotatingApiKey"],
  config,

  check({ props: { rotation } }, { config: { hours } }) {
    if (rotation === notYetKnown) return [undetermined("rotation")];
    const overlapHours = typeof rotation === "object" && rotation !== null && Reflect.get(rotation, "overlapHours");
    if (overlapHours === notYetKnown) return [undetermined("rotation.overlapHours")];
    if (typeof overlapHours !== "number" || overlapHours >= hours) return [];
    const message = `The overlap is ${overlapHours} hours; the minimum is ${hours}.`;
    return [violation(message, { path: "rotation.overlapHours" })];
  },

  example: {
    failing:
      'new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 2 } });',
    passing:
      'new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 48 } });',
  },
});
