import { z } from "zod";
import { notYetKnown } from "../facts";
import { resourceRule, undetermined, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";
import { compilePattern, patternSchema } from "../text/pattern";

const config = z.object({
  pattern: patternSchema.optional().meta({
    description:
      "Regular expression that the whole name must match, in the syntax of RE2. Without it the rule checks nothing.",
  }),
  mendAs: z.string().min(1).optional().meta({
    description:
      "The name that `remediate` sets; `{name}`, `{stack}` and `{project}` are replaced with the resource's logical name, the stack and the project.",
  }),
});

/** The name of a key without one begins with the logical name of its resource, so the rule checks that. */
export const nameConvention = resourceRule<typeof config>({
  name: "name-convention",
  title: "The name of a key follows the convention of its organization.",
  why: "The name is all that the service shows of the purpose of a key. Anyone who has to revoke a key in an incident relies on it.",
  fix: "Give the key a name that matches.",
  level: "advisory",
  looksAt: keyClasses,
  config,

  check({ name, props }, { config: { pattern } }) {
    if (pattern === undefined) return [];
    if (props.name === notYetKnown) return [undetermined("name")];
    const effective = typeof props.name === "string" ? props.name : name;
    if (compilePattern(pattern).matches(effective)) return [];
    const which = typeof props.name === "string" ? "name" : "logical name";
    return [violation(`The ${which} ${JSON.stringify(effective)} does not match ${pattern}.`, { path: "name" })];
  },

  remediate({ name }, { config: { pattern, mendAs }, stack }) {
    if (pattern === undefined || mendAs === undefined) return undefined;
    const parts: Record<string, string> = { name, stack: stack.name, project: stack.project };
    const remediated = mendAs.replace(/\{(\w+)\}/g, (whole, part: string) => parts[part] ?? whole);
    // If this name violates the rule too, the violation stays.
    return compilePattern(pattern).matches(remediated) ? { name: remediated } : undefined;
  },

  example: {
    config: { pattern: "(billing|shop)-[a-z-]+" },
    failing: 'new ApiKey("reports", { type: "secret", name: "tmp2", scopes: ["accounts:read"] });',
    passing: 'new ApiKey("reports", { type: "secret", name: "billing-reports", scopes: ["accounts:read"] });',
  },
  notes:
    "Patterns have the syntax of [RE2](https://github.com/google/re2/wiki/Syntax), without look-around and back references, so that matching takes linear time. A pattern has at most 500 characters.",
});
