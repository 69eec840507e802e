import { type Machine, writeMachine } from "./machine.js";
import type { Measurement } from "./run-figures.js";

const HEAD = ["Figure", "Value", "Limit", "Holds", "What is measured", "From"];

/** The measurements as a Markdown table, with the machine above it. */
export function writeTable(measurements: readonly Measurement[], machine: Machine): string {
  const rows = measurements.map((measurement) => [
    `\`${measurement.name}\``,
    withUnit(measurement.value, measurement.unit),
    limitOf(measurement),
    measurement.limit === null ? "" : measurement.holds ? "yes" : "**no**",
    measurement.about,
    measurement.from,
  ]);
  const lines = [HEAD, HEAD.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${writeMachine(machine)}.\n\n${lines.join("\n")}\n`;
}

/** docs/benchmarks.md: how the figures are made, and the table of the last whole run. */
export function writePage(measurements: readonly Measurement[], machine: Machine): string {
  return `# Benchmarks

\`npm run bench\` measures everything below on the real Pulumi engine, against the local sandbox, with the package packed and
installed as a user has it. \`npm run bench -- --write\` writes this page; nothing in it is written by hand.

Times are wall time of the whole command. What is compared is run in turn within one run, the order changing from pair to
pair; a ratio is the median of the pairs' ratios. So ratios can be compared between machines, and seconds can't.
The two baselines are in \`bench/programs\`: a provider of the same form whose methods do nothing and whose state is as
large, and the usual form, an object that the SDK serializes into every resource's state, here with methods that hand on
to this package.

${writeTable(measurements, machine)}`;
}

function withUnit(value: number, unit: Measurement["unit"]): string {
  if (unit === "ratio") return `${value} ×`;
  return unit === "requests" ? String(value) : `${value} ${unit}`;
}

function limitOf({ limit, exact, unit }: Measurement): string {
  if (limit === null) return "";
  return `${exact ? "exactly" : "≤"} ${withUnit(limit, unit)}`;
}
