import { z } from "zod";
import { issueWords } from "../provider/text/issue-words";
import { canRemediate, type Rule } from "./rule";
import { reservedNames } from "./settings";

const sentence = z.string().regex(/^\S.*[.!?]$/s, "must be a sentence");

/** What `check` may return. Anything else is a broken rule, never a pass. */
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
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "must be in kebab case")
    .max(60)
    .refine((name) => !reservedNames.includes(name), "is reserved for the pack itself. Choose another name"),
  title: sentence,
  why: sentence,
  fix: sentence,
  level: z.enum(["mandatory", "advisory", "disabled"]),
  check: z.custom<Rule["check"]>((check) => typeof check === "function", "must be a function"),
});

/** What is wrong with the form of rules, in words; empty where a pack can serve them. Pure. */
export function problemsOfRules(rules: readonly Rule[]): string[] {
  const problems = rules.flatMap((rule) => {
    const parsed = ruleSchema.safeParse(rule, { error: issueWords });
    return (parsed.error?.issues ?? []).map(
      ({ path, message }) => `the rule ${String(rule?.name)}: ${path.join(".")} ${message}`,
    );
  });
  const names = rules.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const unasked = rules.filter((rule) => canRemediate(rule) && rule.level === "mandatory");
  return [
    ...problems,
    ...[...new Set(twice)].map((name) => `two rules are named ${name}. Rename one of them`),
    ...unasked.map(
      ({ name }) =>
        `the rule ${name} can remediate, so its level must be advisory: only the user sets the level remediate`,
    ),
  ];
}
