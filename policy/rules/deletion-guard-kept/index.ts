import { z } from "zod";
import { notYetKnown } from "../../facts.js";
import { resourceRule, undetermined, violation } from "../../rule.js";
import { matchesGlob } from "../../text/glob.js";

const config = z.object({
  stacks: z
    .array(z.string())
    .default(["*"])
    .meta({ description: "Names of the stacks that it holds in; `*` and `?` stand for any." }),
});

/** A deletion can't be undone (interface document, API keys, Delete), and the value of an adopted key is held by others. */
export const deletionGuardKept = resourceRule<typeof config>({
  name: "deletion-guard-kept",
  title: "A key that was found, not made, is left in place on destroy.",
  why: "Somebody else made an adopted key and may still be using it, and a deletion can't be undone.",
  fix: "Take out deleteAdopted, or set it to false.",
  level: "advisory",
  looksAt: ["ApiKey"],
  config,

  check({ props: { deleteAdopted } }, { config: { stacks }, stack }) {
    if (!stacks.some((pattern) => matchesGlob(pattern, stack.name))) return [];
    if (deleteAdopted === notYetKnown) return [undetermined("deleteAdopted")];
    return deleteAdopted === true
      ? [violation("This key is deleted with its resource although it was adopted.", { path: "deleteAdopted" })]
      : [];
  },

  mend: () => ({ deleteAdopted: false }),

  example: {
    failing:
      'new ApiKey("legacy", { type: "secret", scopes: ["accounts:read"], adoptId: "key_123", deleteAdopted: true });',
    passing: 'new ApiKey("legacy", { type: "secret", scopes: ["accounts:read"], adoptId: "key_123" });',
  },
});
