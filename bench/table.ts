import { type Machine, writeMachine } from "./machine";
import type { Measurement } from "./run-figures";

export const HEAD = ["Figure", "Value", "Limit", "Holds", "What is measured", "From"];

/** The measurements as a Markdown table, with the machine above it. */
export function writeTable(measurements: readonly Measurement[], machine: Machine): string {
  return `${writeMachine(machine)}.\n\n${writeRows(HEAD, measurements.map(cellsOf))}`;
}

/** A Markdown table. */
export function writeRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

/** One measurement under the columns of `HEAD`. */
export function cellsOf(measurement: Measurement): readonly string[] {
  const { name, value, unit, limit, holds, about, from } = measurement;
  return [
    `\`${name}\``,
    value === null ? "" : withUnit(value, unit),
    limitOf(measurement),
    limit === null ? "" : holds ? "yes" : "**no**",
    about,
    from,
  ];
}

function withUnit(value: number, unit: Measurement["unit"]): string {
  if (unit === "ratio") return `${value} ×`;
  return ["requests", "packages", "files"].includes(unit) ? String(value) : `${value} ${unit}`;
}

function limitOf({ limit, sense, unit }: Measurement): string {
  if (limit === null) return "";
  return `${sense} ${withUnit(limit, unit)}`;
}
