import type { Bench, Figure } from "../figure";
import { describePairs, inSeconds, measurePairs, median, type Pair, ratioOf } from "../pairs";
import { meanBytes } from "../state-size";

const USUAL_ROUNDS = 7;
const GROWTH_ROUNDS = 3;
const GROWTH = [10, 100, 1_000];

/** How far the two states may be apart in size, for the comparison to be one of methods and of nothing else. */
const ALIKE = 0.02;

/** Previews of both stacks in turn; the first of each, which finds cold files, is not counted. */
async function previewPairs(bench: Bench, keys: number, rounds: number): Promise<readonly Pair[]> {
  const ours = await bench.stack("payments", keys);
  const nothing = await bench.stack("nothing", keys);
  const apart = meanBytes(await nothing.records()) / meanBytes(await ours.records()) - 1;
  if (Math.abs(apart) > ALIKE)
    throw new Error(`the state of the provider that does nothing is ${Math.round(apart * 100)} % off the size of ours`);
  bench.say("warming up");
  await ours.preview();
  await nothing.preview();
  return measurePairs(
    rounds,
    () => ours.preview(),
    () => nothing.preview(),
    (round) => bench.say(`previews of ${keys} keys, pair ${round + 1} of ${rounds}`, round / rounds),
  );
}

const fullSizePairs = (bench: Bench): Promise<readonly Pair[]> => {
  const rounds = bench.rounds(USUAL_ROUNDS);
  return bench.once(`previews of ${bench.keys}`, () => previewPairs(bench, bench.keys, rounds));
};

const growthPairs = (bench: Bench, keys: number): Promise<readonly Pair[]> => {
  if (keys === bench.keys) return fullSizePairs(bench);
  return bench.once(`previews of ${keys}`, () => previewPairs(bench, keys, bench.rounds(GROWTH_ROUNDS)));
};

/** Figures of `pulumi preview` where nothing is to change: every key is compared with the live one. */
export const figures: readonly Figure[] = [
  {
    name: "preview-ratio",
    about: "Preview of 1,000 keys, against a provider of the same form whose methods do nothing",
    unit: "ratio",
    limit: { atMost: 1.05 },
    estimateMs: 420_000,
    async measure(bench) {
      const pairs = await fullSizePairs(bench);
      return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
    },
  },
  ...GROWTH.map(
    (keys): Figure => ({
      name: `preview-${keys}-keys`,
      about: `Preview of ${keys.toLocaleString("en")} keys, from the command line to its end`,
      unit: "s",
      keys,
      estimateMs: 60_000,
      async measure(bench) {
        const pairs = await growthPairs(bench, keys);
        const ownMs = median(pairs.map(({ oursMs }) => oursMs));
        return { value: ownMs / 1000, from: `${describePairs(pairs, inSeconds)}; the other does nothing` };
      },
    }),
  ),
];
