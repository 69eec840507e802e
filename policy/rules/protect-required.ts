import { z } from "zod";
import { resourceRule, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";
import { matchesAny } from "../text/glob";

const config = z.object({
  keys: z.array(z.string()).default([]).meta({
    description: "Logical names of the keys, with the wildcards `*` and `?`. Without it the rule checks nothing.",
  }),
  stacks: z
    .array(z.string())
    .default(["*"])
    .meta({ description: "Names of the stacks that the rule applies to, with the wildcards `*` and `?`." }),
});

/** A deletion can't be undone (interface document, API keys, Delete). */
export const protectRequired = resourceRule<typeof config>({
  name: "protect-required",
  title: "An important key is protected.",
  why: "A protected resource survives a mistake in the program, a renamed resource and a destroy of the wrong stack.",
  fix: "Add { protect: true } as the resource's options.",
  level: "mandatory",
  looksAt: keyClasses,
  config,

  check({ name, protect }, { config: { keys, stacks }, stack }) {
    if (protect || !matchesAny(keys, name) || !matchesAny(stacks, stack.name)) return [];
    return [violation(`${name} is not protected.`)];
  },

  example: {
    config: { keys: ["checkout*"] },
    failing: 'new ApiKey("checkout-server", { type: "secret", scopes: ["accounts:read"] });',
    passing: 'new ApiKey("checkout-server", { type: "secret", scopes: ["accounts:read"] }, { protect: true });',
  },
});
