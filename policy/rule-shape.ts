import { z } from "zod";
import { issueWords } from "../provider/text/issue-words.js";
import type { Rule } from "./rule.js";
import { reservedNames } from "./settings.js";

const sentence = z.string().regex(/^\S.*[.!?]$/s, "is a sentence");

/** What `check` may answer: anything else is a broken rule, never a pass. */
export const foundSchema = z.array(
  z.strictObject({
    outcome: z.enum(["violation", "undetermined"]),
    message: z.string().min(1),
    path: z.string().min(1).optional(),
    urn: z.string().min(1).optional(),
    fix: z.string().optional(),
    untilUp: z.boolean().optional(),
  }),
);

const ruleSchema = z.looseObject({
  kind: z.enum(["resource", "stack"]),
  name: z
    .string()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "is in kebab case")
    .max(60)
    .refine((name) => !reservedNames.includes(name), "is taken by the pack itself"),
  title: sentence,
  why: sentence,
  fix: sentence,
  level: z.enum(["mandatory", "advisory", "disabled"]),
  check: z.custom<Rule["check"]>((check) => typeof check === "function", "is a function"),
});

/** What is wrong with the form of rules, in words; nothing where they can be served. Pure. */
export function problemsOfRules(rules: readonly Rule[]): string[] {
  const problems = rules.flatMap((rule) => {
    const parsed = ruleSchema.safeParse(rule, { error: issueWords });
    return (parsed.error?.issues ?? []).map(
      ({ path, message }) => `the rule ${String(rule?.name)}: ${path.join(".")} ${message}`,
    );
  });
  const names = rules.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const cyclic = rules.filter(
    (rule) => rule.kind === "resource" && rule.mend !== undefined && rule.level === "mandatory",
  );
  return [
    ...problems,
    ...[...new Set(twice)].map((name) => `two rules are named ${name}; rename one of them`),
    ...cyclic.map(
      ({ name }) => `the rule ${name} can mend, so its level is advisory: it is the user who sets it to remediate`,
    ),
  ];
}
