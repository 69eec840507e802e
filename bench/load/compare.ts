import type { Bench } from "../figure";
import { contestants } from "./contestants";
import { concurrencies, type Operation } from "./operation";
import { measureRounds, type Round } from "./rates";
import { rateOf, sendLoad } from "./send-load";

const USUAL_ROUNDS = 5;
/** Long enough for thousands of answers, short enough for a machine's moods to meet all alike. */
const SLICE_MS = 400;

/** The rounds of one operation at each concurrency: how many a second each contestant served. */
export type Comparison = ReadonlyMap<number, readonly Round<string>[]>;

/** Sends everybody the same load in turn; measured once for all figures that are read from it. */
export function compare(bench: Bench, operation: Operation): Promise<Comparison> {
  return bench.once(`compare ${operation}`, async () => {
    bench.say("starting the services");
    const all = await contestants(bench);
    const rounds = bench.rounds(USUAL_ROUNDS);
    const slices = concurrencies.length * all.length * (rounds + 1);
    let done = 0;
    const slice = async (name: string, concurrency: number, what: string): Promise<number> => {
      bench.say(`${operation}, ${concurrency} at a time, ${what}, ${name}`, done++ / slices);
      const { port, requests } = all.find((contestant) => contestant.name === name)!;
      return rateOf(await sendLoad({ port, request: requests[operation], concurrency, until: { ms: SLICE_MS } }));
    };
    const names = all.map(({ name }) => name);
    const comparison = new Map<number, readonly Round<string>[]>();
    for (const concurrency of concurrencies) {
      // The first slices find cold code and are not counted.
      for (const name of names) await slice(name, concurrency, "warming up");
      const measure = (name: string, round: number) => slice(name, concurrency, `round ${round + 1} of ${rounds}`);
      comparison.set(concurrency, await measureRounds(rounds, names, measure));
    }
    return comparison;
  });
}
