import { spawn } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Bench, Figure } from "../figure";
import { describePairs, inMilliseconds, measurePairs, median } from "../pairs";
import { processEnvironment, startSandbox } from "../sandbox-process";

const USUAL_ROUNDS = 15;

/** Milliseconds from the start of the packed command to its ready line. */
async function untilReady(bench: Bench, folder: string): Promise<number> {
  const sandbox = await startSandbox({ project: bench.project, folder });
  await sandbox.stop();
  return sandbox.readyMs;
}

/** Milliseconds of a Node that does nothing at all. */
function bareNode(folder: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn("node", ["-e", "0"], { env: processEnvironment(folder), stdio: "ignore" });
    child.once("error", reject);
    child.once("close", () => resolve(performance.now() - startedAt));
  });
}

/** How long somebody waits for the sandbox to start. */
export const figures: readonly Figure[] = [
  {
    name: "sandbox-ready",
    about:
      "Start of `pulumi-payments-sandbox --json`, from the start of the process to its ready line; beside it a Node that does nothing",
    unit: "ms",
    limit: { atMost: 200 },
    fixed: true,
    estimateMs: 15_000,
    async measure(bench) {
      const folder = join(bench.folder, "ready");
      const firstMs = await untilReady(bench, folder);
      const rounds = bench.rounds(USUAL_ROUNDS);
      const pairs = await measurePairs(
        rounds,
        () => untilReady(bench, folder),
        () => bareNode(folder),
        (round) => bench.say(`pair ${round + 1} of ${rounds}`, round / rounds),
      );
      const from = `${describePairs(pairs, inMilliseconds)}; the very first start, before Node has cached its code, ${inMilliseconds(firstMs)}`;
      return { value: median(pairs.map(({ oursMs }) => oursMs)), from };
    },
  },
];
