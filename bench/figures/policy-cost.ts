import { cpSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/set-up/places.js";
import type { Bench, Figure } from "../figure";
import { describePairs, inSeconds, measurePairs, ratioOf } from "../pairs";

type Pack = "ours" | "nothing" | "none";

/** Previews of one stack under our pack and under another, in turn; the first of each, which finds cold files, is not counted. */
async function ratioTo(
  bench: Bench,
  baseline: Exclude<Pack, "ours">,
  usualRounds: number,
): ReturnType<Figure["measure"]> {
  const stack = await bench.stack("payments", bench.keys);
  // Inside the project, where @pulumi/policy is installed.
  const nothing = join(bench.project, "nothing-pack");
  cpSync(join(root, "bench", "packs", "nothing"), nothing, { recursive: true });
  const packs: Record<Pack, readonly string[]> = {
    ours: ["--policy-pack", join(bench.project, "node_modules", ".bin", "pulumi-payments-policy")],
    nothing: ["--policy-pack", join(nothing, "pack.js")],
    none: [],
  };
  const preview = (pack: Pack) => (): Promise<number> => stack.preview(...packs[pack]);
  bench.say("warming up");
  await preview("ours")();
  await preview(baseline)();
  const rounds = bench.rounds(usualRounds);
  const pairs = await measurePairs(rounds, preview("ours"), preview(baseline), (round) =>
    bench.say(`previews of ${bench.keys} keys under policy packs, pair ${round + 1} of ${rounds}`, round / rounds),
  );
  return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
}

/** What the policy pack adds to a preview: a process of its own that the engine asks about every resource. */
export const figures: readonly Figure[] = [
  {
    name: "policy-cost",
    about: "Preview of 1,000 keys under the policy pack with all of its rules, against the same without a pack",
    unit: "ratio",
    estimateMs: 160_000,
    measure: (bench) => ratioTo(bench, "none", 7),
  },
  {
    name: "policy-cost-vs-sdk-pack",
    about:
      "Preview of 1,000 keys under the policy pack with all of its rules, against one under a pack made with @pulumi/policy whose rules do nothing",
    unit: "ratio",
    limit: { atMost: 1.15 },
    estimateMs: 160_000,
    measure: (bench) => ratioTo(bench, "nothing", 7),
  },
];
