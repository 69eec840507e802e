import type { Bench, Figure } from "../figure";
import { describePairs, inSeconds, measurePairs, ratioOf } from "../pairs";
import type { ProgramName } from "../stack";

const USUAL_ROUNDS = 3;

/** Milliseconds in which a stack of its own, with a service of its own, gets all its keys. */
async function upFromNothing(bench: Bench, program: ProgramName): Promise<number> {
  const stack = await bench.emptyStack(program, bench.keys);
  const tookMs = await stack.up();
  await bench.pass(stack);
  return tookMs;
}

/** Figures of `pulumi up` from nothing. */
export const figures: readonly Figure[] = [
  {
    name: "up-ratio",
    about: "Up of 1,000 keys from nothing, against the same provider with its code serialized into state",
    unit: "ratio",
    limit: { atMost: 0.55 },
    estimateMs: 700_000,
    async measure(bench) {
      const rounds = bench.rounds(USUAL_ROUNDS);
      const pairs = await measurePairs(
        rounds,
        () => upFromNothing(bench, "payments"),
        () => upFromNothing(bench, "serialized"),
        (round) => bench.say(`ups of ${bench.keys} keys, pair ${round + 1} of ${rounds}`, round / rounds),
      );
      return { value: ratioOf(pairs), from: describePairs(pairs, inSeconds) };
    },
  },
];
