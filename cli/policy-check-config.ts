import type { Rule } from "../policy";
import { describeExemption, isExpired } from "../policy/exemptions";
import { canRemediate } from "../policy/rule";
import { entriesOf, type PackSettings, PolicyConfigError, presetVariable, readSettings } from "../policy/settings";
import { jsonIn } from "./json-file";

interface Streams {
  out: { write(text: string): unknown };
  err: { write(text: string): unknown };
}

/** Prints the levels and exemptions of a configuration, or every problem in it. Returns the exit code. */
export function checkConfig(file: string, rules: readonly Rule[], { out, err }: Streams, now = new Date()): number {
  try {
    const { settings, problems } = read(file, rules);
    if (problems.length > 0) throw new PolicyConfigError(problems);
    out.write(summaryOf(settings, now));
    return 0;
  } catch (error) {
    err.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function read(file: string, rules: readonly Rule[]): { settings: PackSettings; problems: string[] } {
  const entries = entriesOf(jsonIn(file));
  const settings = readSettings({ rules, entries, environmentPreset: process.env[presetVariable] });
  const idle = rules.filter((rule) => entries.get(rule.name)?.level === "remediate" && !canRemediate(rule));
  return {
    settings,
    problems: idle.map(({ name }) => `${name}: the rule can't remediate. Use another level`),
  };
}

function summaryOf({ preset, rules, exemptions }: PackSettings, now: Date): string {
  const names = (wanted: string): string[] =>
    [...rules].filter(([, { level }]) => level === wanted).map(([name]) => name);
  const levels = ["mandatory", "remediate", "advisory", "disabled"].flatMap((level) => {
    const those = names(level);
    return those.length === 0 ? [] : [`${level}: ${those.join(", ")}`];
  });
  const exempt = exemptions.map(
    (one) => `exempt${isExpired(one, now) ? " until it expired" : ""}: ${describeExemption(one)}`,
  );
  return `In order. Preset ${preset}.\n${[...levels, ...exempt].map((line) => `  ${line}\n`).join("")}`;
}
