import { z } from "zod";
import { stackRule, violation } from "../rule";
import { isKey } from "../rule-helpers/keys";
import { stackItself } from "../rule-helpers/stack-itself";

const config = z.object({
  most: z.number().int().min(0).default(50).meta({ description: "Maximum number of keys in a stack." }),
});

export const maxKeysPerStack = stackRule<typeof config>({
  name: "max-keys-per-stack",
  title: "A stack declares no more keys than its team can manage.",
  why: "A mistake in a loop creates hundreds of live credentials that nobody knows.",
  fix: "Remove unused keys, split the stack, or raise `most` in the pack's configuration.",
  level: "advisory",
  config,

  check(resources, { config: { most } }) {
    const count = resources.filter(isKey).length;
    if (count <= most) return [];
    return [violation(`The stack has ${count} keys, and ${most} are allowed.`, stackItself(resources))];
  },

  example: {
    config: { most: 2 },
    failing: 'for (const name of ["a", "b", "c"]) new ApiKey(name, { type: "publishable" });',
    passing: 'for (const name of ["a", "b"]) new ApiKey(name, { type: "publishable" });',
  },
});
