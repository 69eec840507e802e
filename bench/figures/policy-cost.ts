import { join } from "node:path";
import { root } from "../../tools/set-up/places.js";
import type { Bench, Figure } from "../figure.js";
import { describePairs, inSeconds, measurePairs, type Pair, ratioOf } from "../pairs.js";

type Pack = "ours" | "nothing" | "none";

/** Previews of one stack under one pack and under another, in turn; the first of each, which finds cold files, is not counted. */
async function pairsOf(bench: Bench, left: Pack, right: Pack, usualRounds: number): Promise<readonly Pair[]> {
  const stack = await bench.stack("payments", bench.keys);
  const packs = {
    ours: ["--policy-pack", join(bench.project, "node_modules", ".bin", "pulumi-payments-policy")],
    nothing: ["--policy-pack", join(root, "bench", "packs", "nothing.js")],
    none: [],
  };
  const preview = (pack: Pack) => (): Promise<number> => stack.preview(...packs[pack]);
  bench.say("warming up");
  await preview(left)();
  await preview(right)();
  const rounds = bench.rounds(usualRounds);
  return measurePairs(rounds, preview(left), preview(right), (round) =>
    bench.say(`previews of ${bench.keys} keys under policy packs, pair ${round + 1} of ${rounds}`, round / rounds),
  );
}

async function ratioUnder(bench: Bench, left: Pack, right: Pack, rounds: number): ReturnType<Figure["measure"]> {
  const pairs = await pairsOf(bench, left, right, rounds);
  return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
}

/** What the policy pack adds to a preview: a process of its own that the engine asks about every key, and what it does then. */
export const figures: readonly Figure[] = [
  {
    name: "policy-cost",
    about: "Preview of 1,000 keys under the policy pack with all of its rules, against the same without it",
    unit: "ratio",
    limit: { atMost: 1.1 },
    estimateMs: 160_000,
    measure: (bench) => ratioUnder(bench, "ours", "none", 7),
  },
  {
    name: "policy-cost-of-asking",
    about: "Preview of 1,000 keys under a pack that has no rules and answers nothing, against the same without it",
    unit: "ratio",
    estimateMs: 120_000,
    measure: (bench) => ratioUnder(bench, "nothing", "none", 5),
  },
  {
    name: "policy-cost-of-judging",
    about:
      "Preview of 1,000 keys under the policy pack with all of its rules, against one under a pack that answers nothing",
    unit: "ratio",
    limit: { atMost: 1.1 },
    estimateMs: 120_000,
    measure: (bench) => ratioUnder(bench, "ours", "nothing", 5),
  },
];
