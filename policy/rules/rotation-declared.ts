import { z } from "zod";
import { notYetKnown } from "../facts";
import { resourceRule, undetermined, violation } from "../rule";
import { matchesAny } from "../text/glob";

const config = z.object({
  stacks: z.array(z.string()).default([]).meta({
    description:
      "Names of the stacks that the rule applies to, with the wildcards `*` and `?`. Without it the rule checks nothing.",
  }),
});

export const rotationDeclared = resourceRule<typeof config>({
  name: "rotation-declared",
  title: "A secret key is declared with a rotation.",
  why: "A key without a planned replacement is replaced in a hurry on the day it leaks.",
  fix: "Declare it as a RotatingApiKey; adoptId adopts the current key, and the rotation replaces it when it is due.",
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
    "Use an exemption for a key whose user needs a person to change the value: it names the key, a reason and a last day.",
});
