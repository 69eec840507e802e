import { z } from "zod";
import { notYetKnown } from "../facts.js";
import { resourceRule, undetermined, violation } from "../rule.js";
import { matchesAny } from "../text/glob.js";

const config = z.object({
  stacks: z.array(z.string()).default([]).meta({
    description: "Names of the stacks that it holds in; `*` and `?` stand for any. Without them nothing is asked.",
  }),
});

export const rotationDeclared = resourceRule<typeof config>({
  name: "rotation-declared",
  title: "A secret key is declared with its rotation.",
  why: "A key that nobody plans to replace is replaced in a hurry, on the day on which it leaks.",
  fix: "Declare it as a RotatingApiKey; adoptId takes the present key over, and rotates it away when it is due.",
  level: "mandatory",
  looksAt: ["ApiKey"],
  config,

  check({ name, props }, { config: { stacks }, stack }) {
    if (props.type === "publishable" || !matchesAny(stacks, stack.name)) return [];
    if (props.type === notYetKnown) return [undetermined("type")];
    return [violation(`${name} is a secret key that never rotates.`)];
  },

  example: {
    config: { stacks: ["*"] },
    failing: 'new ApiKey("billing", { type: "secret", scopes: ["accounts:read"] });',
    passing:
      'new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 48 } });',
  },
  notes:
    "A key whose user can't take a new value without a person is what exemptions are for: they name the key, a reason and a last day.",
});
