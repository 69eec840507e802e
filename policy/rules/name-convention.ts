import { z } from "zod";
import { notYetKnown } from "../facts.js";
import { resourceRule, undetermined, violation } from "../rule.js";
import { keyClasses } from "../rule-helpers/keys.js";
import { compilePattern, patternSchema } from "../text/pattern.js";

const config = z.object({
  pattern: patternSchema.optional().meta({
    description: "Regular expression that the whole name matches. Without it nothing is asked.",
  }),
  mendAs: z.string().min(1).optional().meta({
    description:
      "What `remediate` sets the name to; `{name}`, `{stack}` and `{project}` stand for the resource's logical name, the stack and the project.",
  }),
});

/** A key without a name gets one that begins with the logical name of its resource, so that is what is judged then. */
export const nameConvention = resourceRule<typeof config>({
  name: "name-convention",
  title: "The name of a key follows the convention of its organisation.",
  why: "The name is all that the service shows of a key's purpose: whoever has to revoke one at night goes by it.",
  fix: "Give the key a name that matches.",
  level: "advisory",
  looksAt: keyClasses,
  config,

  check({ name, props }, { config: { pattern } }) {
    if (pattern === undefined) return [];
    if (props.name === notYetKnown) return [undetermined("name")];
    const shown = typeof props.name === "string" ? props.name : name;
    if (compilePattern(pattern).matches(shown)) return [];
    const which = typeof props.name === "string" ? "name" : "logical name";
    return [violation(`The ${which} ${JSON.stringify(shown)} does not match ${pattern}.`, { path: "name" })];
  },

  mend({ name }, { config: { pattern, mendAs }, stack }) {
    if (pattern === undefined || mendAs === undefined) return undefined;
    const parts: Record<string, string> = { name, stack: stack.name, project: stack.project };
    const mended = mendAs.replace(/\{(\w+)\}/g, (whole, part: string) => parts[part] ?? whole);
    // A name that fails as well is no remedy: the violation stays, and says so.
    return compilePattern(pattern).matches(mended) ? { name: mended } : undefined;
  },

  example: {
    config: { pattern: "(billing|shop)-[a-z-]+" },
    failing: 'new ApiKey("reports", { type: "secret", name: "tmp2", scopes: ["accounts:read"] });',
    passing: 'new ApiKey("reports", { type: "secret", name: "billing-reports", scopes: ["accounts:read"] });',
  },
  notes:
    "Patterns are run by a matcher that takes no longer than the pattern's size times the name's length, whatever the pattern: look-around and back references are refused.",
});
