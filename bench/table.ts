import { type Machine, writeMachine } from "./machine.js";
import type { Measurement } from "./run-figures.js";

const HEAD = ["Figure", "Value", "Limit", "Holds", "What is measured", "From"];

/** The measurements as a Markdown table, with the machine above it. */
export function writeTable(measurements: readonly Measurement[], machine: Machine): string {
  const rows = measurements.map((measurement) => [
    `\`${measurement.name}\``,
    measurement.value === null ? "" : withUnit(measurement.value, measurement.unit),
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

The sandbox is measured as the packed command, a process of its own, beside others that answer the like: \`stripe-mock\`, built
from its Go module, and json-server and Prism from npm, all pinned in \`bench/peers\`. One plain load generator sends all of
them the same load over kept connections; each round has a slice of every one of them. Their lines are about requests a
second, ours over theirs: above 1 the sandbox is ahead, and below 1 the peer is. The value is the smallest of the leads at 1,
16 and 64 requests at a time, with each of them beside it. Where Go or a registry is missing, the lines of what is built from
it say so and have no value.
What is compared is not the same work. For every request the sandbox looks the key up by its hash, checks account and scope,
notes when the key was last used, and commits what it creates to SQLite, in memory or in a file. \`stripe-mock\` and Prism check
the request's form, answer what they were given and keep nothing. json-server keeps what it gets in an array and checks
nothing. Stripe has no list of keys, so \`stripe-mock\` is asked for the nearest that it has. The interface document has no list
of payment intents, so none is compared.

${writeTable(measurements, machine)}`;
}

function withUnit(value: number, unit: Measurement["unit"]): string {
  if (unit === "ratio") return `${value} ×`;
  return unit === "requests" ? String(value) : `${value} ${unit}`;
}

function limitOf({ limit, sense, unit }: Measurement): string {
  if (limit === null) return "";
  return `${sense} ${withUnit(limit, unit)}`;
}
