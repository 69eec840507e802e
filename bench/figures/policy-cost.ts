import { join } from "node:path";
import type { Bench, Figure } from "../figure.js";
import { describePairs, inSeconds, measurePairs, type Pair, ratioOf } from "../pairs.js";

const USUAL_ROUNDS = 7;

/** Previews of one stack with the pack and without, in turn; the first of each, which finds cold files, is not counted. */
async function pairsOf(bench: Bench): Promise<readonly Pair[]> {
  const stack = await bench.stack("payments", bench.keys);
  const pack = join(bench.project, "node_modules", ".bin", "pulumi-payments-policy");
  const judged = (): Promise<number> => stack.preview("--policy-pack", pack);
  const plain = (): Promise<number> => stack.preview();
  bench.say("warming up");
  await judged();
  await plain();
  const rounds = bench.rounds(USUAL_ROUNDS);
  return measurePairs(rounds, judged, plain, (round) =>
    bench.say(`previews of ${bench.keys} keys under the policy pack, pair ${round + 1} of ${rounds}`, round / rounds),
  );
}

/** What the policy pack adds to a preview: a process of its own, and a look at every key. */
export const figures: readonly Figure[] = [
  {
    name: "policy-cost",
    about: "Preview of 1,000 keys under the policy pack with all of its rules, against the same without it",
    unit: "ratio",
    limit: { atMost: 1.1 },
    estimateMs: 240_000,
    async measure(bench) {
      const pairs = await pairsOf(bench);
      return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
    },
  },
];
