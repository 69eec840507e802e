import { parseArgs } from "node:util";
import { allCases, pairwise, randomFrom, shuffled } from "./cases";
import { historiesOf, openLanes, runAll } from "./run-all";
import { type Case, nameOf } from "./run-case";
import type { Host } from "./sdk-wire";

const HELP = `Every fault at every call of every history, on the real provider process, against the sandbox.

npm run fault-suite                    all cases
  --only TEXT    cases with this in their name: a scenario, a fault, a duration or an operation
  --pairs        the part that npm test runs
  --seed N       the order, and what --pairs picks; a run prints its seed
  --lanes N      cases side by side (4)
  --host NAME    dynamic (the default), or native: the plugin
  --list         the names
  --help         this text

Exit code 0: every promise was kept. 2: one was broken, and each such case is printed whole. 1: the command line is wrong.
`;

async function main(args: string[]): Promise<number> {
  const read = readWishes(args);
  if (typeof read === "string") {
    process.stderr.write(`${read}\n`);
    return 1;
  }
  if (read.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const lanes = await openLanes(read.lanes, read.host);
  try {
    const every = allCases(await historiesOf(lanes[0]!));
    const part = read.pairs ? pairwise(every, read.seed) : shuffled(every, randomFrom(read.seed));
    const cases = part.filter((each) => nameOf(each).includes(read.only));
    if (read.list) process.stdout.write(`${cases.map(nameOf).sort().join("\n")}\n`);
    else return await run(cases, lanes, read.seed);
    return 0;
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}

async function run(cases: Parameters<typeof runAll>[0], lanes: Parameters<typeof runAll>[1], seed: number) {
  const startedMs = Date.now();
  process.stdout.write(`${cases.length} cases, seed ${seed}\n`);
  let done = 0;
  let broken = 0;
  const again: Case[] = [];
  await runAll(cases, lanes, (each, problems) => {
    done += 1;
    if (problems.length > 0) again.push(each);
    if (done % 50 === 0)
      process.stdout.write(`${done} of ${cases.length}, ${again.length} in doubt, ${seconds(startedMs)} s\n`);
  });
  // On a busy machine a time limit may strike where no fault does: what is broken is so again, alone.
  await runAll(again, lanes.slice(0, 1), (each, problems) => {
    if (problems.length === 0) return;
    broken += 1;
    const wish = `--host ${lanes[0]!.host} --only ${JSON.stringify(nameOf(each))}`;
    process.stdout.write(`\nBROKEN ${problems.join("\n")}\nAgain: npm run fault-suite -- ${wish}\n\n`);
  });
  process.stdout.write(
    `${done} cases in ${seconds(startedMs)} s: ${broken === 0 ? "every promise was kept" : `${broken} broken`} (seed ${seed})\n`,
  );
  return broken === 0 ? 0 : 2;
}

const seconds = (sinceMs: number): number => Math.round((Date.now() - sinceMs) / 1_000);

interface Wishes {
  only: string;
  pairs: boolean;
  list: boolean;
  help: boolean;
  seed: number;
  lanes: number;
  host: Host;
}

function readWishes(args: string[]): Wishes | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: "string", default: "" },
        pairs: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        seed: { type: "string", default: String(Date.now() % 1_000_000) },
        lanes: { type: "string", default: "4" },
        host: { type: "string", default: "dynamic" },
      },
    });
    const [seed, lanes] = [Number(values.seed), Number(values.lanes)];
    if (!Number.isInteger(seed)) return `--seed ${values.seed} is no whole number`;
    if (!Number.isInteger(lanes) || lanes < 1 || lanes > 64) return `--lanes ${values.lanes} is no number from 1 to 64`;
    const { host } = values;
    if (host !== "dynamic" && host !== "native") return `--host ${host} is neither dynamic nor native`;
    return { ...values, seed, lanes, host };
  } catch (error) {
    return (error as Error).message;
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
    process.exitCode = 1;
  },
);
