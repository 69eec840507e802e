import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import type { Bench, Figure } from "../figure";
import { describePairs, excessMsOf, inMilliseconds, measurePairs } from "../pairs";

const run = promisify(execFile);
const LOAD_ROUNDS = 25;
const TYPE_CHECK_ROUNDS = 5;

const sdkAlone = ["@pulumi/pulumi"];
const sdkAndOurs = ["@pulumi/pulumi", "pulumi-payments"];

/** Milliseconds that a fresh process needs to load some packages, its own start left out. */
async function load(bench: Bench, packages: readonly string[]): Promise<number> {
  const requires = packages.map((name) => `require(${JSON.stringify(name)});`).join("");
  const script = `const startedAt = performance.now(); ${requires} console.log(performance.now() - startedAt)`;
  const { stdout } = await run(process.execPath, ["-e", script], { cwd: bench.project });
  return Number(stdout);
}

/** Milliseconds of the compiler over a program that imports some packages. */
async function typeCheck(bench: Bench, packages: readonly string[]): Promise<number> {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2023", "--module", "nodenext"];
  const compiler = join(bench.project, "node_modules", "typescript", "bin", "tsc");
  const program = join(bench.project, `imports-${packages.length}.ts`);
  const lines = packages.map((name, index) => `export * as import${index} from ${JSON.stringify(name)};\n`);
  writeFileSync(program, lines.join(""));
  const startedAt = performance.now();
  await run(process.execPath, [compiler, ...options, "--types", "node", program], { cwd: bench.project });
  return performance.now() - startedAt;
}

/** Figures of what a program pays for importing the package at all. */
export const figures: readonly Figure[] = [
  {
    name: "load",
    about: "Loading the package in a program, over loading @pulumi/pulumi alone",
    unit: "ms",
    limit: { atMost: 30 },
    estimateMs: 50_000,
    async measure(bench) {
      const rounds = bench.rounds(LOAD_ROUNDS);
      const pairs = await measurePairs(
        rounds,
        () => load(bench, sdkAndOurs),
        () => load(bench, sdkAlone),
        (round) => bench.say(`pair ${round + 1} of ${rounds}`, round / rounds),
      );
      return { value: excessMsOf(pairs), from: describePairs(pairs, inMilliseconds) };
    },
  },
  {
    name: "type-check",
    about: "Compiling a TypeScript program that imports the package, over one that imports @pulumi/pulumi alone",
    unit: "ms",
    estimateMs: 30_000,
    async measure(bench) {
      const rounds = bench.rounds(TYPE_CHECK_ROUNDS);
      const pairs = await measurePairs(
        rounds,
        () => typeCheck(bench, sdkAndOurs),
        () => typeCheck(bench, sdkAlone),
        (round) => bench.say(`pair ${round + 1} of ${rounds}`, round / rounds),
      );
      return { value: excessMsOf(pairs), from: describePairs(pairs, inMilliseconds) };
    },
  },
];
