import type { ExampleProgram, Rule } from "../policy";
import { levelIn } from "../policy/levels";
import { canRemediate, configSchemaOf } from "../policy/rule";

/** A rule as a list shows it. */
export interface ListedRule {
  name: string;
  kind: Rule["kind"];
  recommended: string;
  strict: string;
  audit: string;
  /** Whether the level `remediate` does something. */
  fixes: boolean;
  title: string;
}

export function listed(rules: readonly Rule[]): ListedRule[] {
  return rules.map((rule) => ({
    name: rule.name,
    kind: rule.kind,
    recommended: levelIn("recommended", rule),
    strict: levelIn("strict", rule),
    audit: levelIn("audit", rule),
    fixes: canRemediate(rule),
    title: rule.title,
  }));
}

/** Everything about one rule, for a terminal. */
export function explain(rule: Rule): string {
  const [{ recommended, strict, audit, fixes }] = listed([rule]) as [ListedRule];
  const parts = [
    `${rule.name}\n${"=".repeat(rule.name.length)}`,
    `${rule.title} ${rule.why}`,
    `Fix: ${rule.fix}`,
    `Levels: ${recommended} (recommended), ${strict} (strict), ${audit} (audit).${fixes ? ' The level "remediate" fixes it.' : ""}`,
    configurationOf(rule),
    exampleOf(rule),
    rule.notes,
  ];
  return `${parts.filter((part) => part !== undefined && part !== "").join("\n\n")}\n`;
}

function configurationOf(rule: Rule): string {
  const { shape } = configSchemaOf(rule);
  const lines = Object.entries(shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data;
    const shown = fallback === undefined ? "" : ` Default: ${JSON.stringify(fallback)}.`;
    return `  ${name}: ${schema.meta()?.description ?? ""}${shown}`;
  });
  return lines.length === 0 ? "" : `Configuration:\n${lines.join("\n")}`;
}

function exampleOf({ name, example }: Rule): string | undefined {
  if (example === undefined) return undefined;
  const config = example.config === undefined ? [] : [`With ${JSON.stringify({ [name]: example.config })}:`];
  return [...config, "Fails:", indented(example.failing), "Passes:", indented(example.passing)].join("\n");
}

function indented(example: string | ExampleProgram): string {
  const program = typeof example === "string" ? example : example.program;
  return program
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
