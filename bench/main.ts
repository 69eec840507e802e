import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { reportFailure } from "../tools/set-up/failure.js";
import { root } from "../tools/set-up/places.js";
import { startProgress } from "../tools/set-up/progress.js";
import { allFigures } from "./all-figures";
import { FULL_SIZE, readArguments, type Wishes } from "./arguments";
import type { Bench, Figure } from "./figure";
import { describeMachine, isBusy, writeMachine } from "./machine";
import { writePage } from "./page";
import { type Measurement, resultOf, runFigures } from "./run-figures";
import { setStage } from "./stage";
import { writeTable } from "./table";

const HELP = `Measures the package on the real Pulumi engine against the local sandbox, and the sandbox beside its peers.

npm run bench                      every figure, as a table
npm run --silent bench -- --json   one JSON array of {"name","value","unit","limit","holds"} on standard output
  --only NAME      that figure; * stands for anything ("create-*"), and it may be given several times
  --list           the names, and what each measures
  --keys N         stacks of at most N keys (${FULL_SIZE}): quick, but the limits are meant for ${FULL_SIZE}
  --rounds N       measure N times in place of what each figure needs for a steady median
  --write          write docs/reference/benchmarks.md too, for a run on a quiet machine; with --only the other lines stay
  --help           this text

A figure without a limit has "limit": null and holds. One that this machine cannot measure, such as a peer whose tools are
missing, has "value": null, does not hold, and says why in the table. Progress is told on standard error.
Exit code 0: every limit is kept. 2: one is not. 1: the command line is wrong, or something could not be measured.
`;

const page = join(root, "docs", "reference", "benchmarks.md");

type Progress = ReturnType<typeof startProgress>;

async function main(args: readonly string[]): Promise<number> {
  const all = allFigures();
  const read = readArguments(args, all);
  if ("problems" in read) {
    process.stderr.write(`${read.problems.join("\n")}\nnpm run bench -- --help tells how to use it.\n`);
    return 1;
  }
  const { wishes } = read;
  if (wishes.help) process.stdout.write(HELP);
  else if (wishes.list) process.stdout.write(all.map(({ name, about }) => `${name.padEnd(46)}${about}\n`).join(""));
  else return measure(wishes, all);
  return 0;
}

async function measure({ figures, keys, rounds, json, write }: Wishes, all: readonly Figure[]): Promise<number> {
  let progress: Progress | undefined;
  const say: Bench["say"] = (note, fraction) =>
    progress?.update(fraction === undefined ? { note } : { note, fraction });
  const during = async <Made>({ name, fixed, estimateMs }: Figure, work: () => Promise<Made>): Promise<Made> => {
    progress = fixed
      ? startProgress(`Measuring ${name}`, { estimateMs })
      : startProgress(`Measuring ${name} (${keys} keys)`, { estimateMs: (estimateMs * keys) / FULL_SIZE });
    try {
      const made = await work();
      progress.done();
      return made;
    } catch (error) {
      progress.fail();
      throw error;
    }
  };
  const [loadBefore = 0] = loadavg();
  warnIfBusy(loadBefore, availableParallelism());
  const bench = await setStage({ keys, rounds, say });
  try {
    const machine = await describeMachine(bench.project, loadBefore);
    const label = `${new Date().toISOString().slice(0, 10)}: ${writeMachine(machine)}`;
    // A long run that is stopped keeps what it has measured.
    const keep = (measurements: readonly Measurement[]): void => {
      if (write)
        writeFileSync(
          page,
          writePage(all, { label, measurements }, existsSync(page) ? readFileSync(page, "utf8") : ""),
        );
    };
    const measurements = await runFigures(figures, bench, during, keep);
    if (json) process.stdout.write(`${JSON.stringify(measurements.map(resultOf))}\n`);
    else process.stdout.write(`${keys === FULL_SIZE ? "" : smallerThan(keys)}${writeTable(measurements, machine)}`);
    if (measurements.some(({ value }) => value === null)) return 1;
    return measurements.every(({ holds }) => holds) ? 0 : 2;
  } finally {
    await bench.close();
  }
}

const smallerThan = (keys: number): string =>
  `Read ${keys} keys where a line says ${FULL_SIZE.toLocaleString("en")}; the limits are meant for those.\n\n`;

/** Times of a machine that others use at the same time say little. */
function warnIfBusy(load: number, cores: number): void {
  if (!isBusy(load, cores)) return;
  process.stderr.write(`The machine is busy (load ${load.toFixed(1)} on ${cores} cores): times will be unsteady.
`);
}

// The engines were sent the same Ctrl-C by the terminal; what was made is removed on the way out.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => process.exit(reportFailure(error)),
);
