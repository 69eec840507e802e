import { median } from "../pairs";

/** How many requests a second each of the compared served within one round, by name. */
export type Round<Name extends string> = Readonly<Record<Name, number>>;

/**
 * Measures all of the compared in turn, `rounds` times, so that a machine's moods meet them alike. Who begins moves on from
 * round to round, and every other round goes backwards.
 */
export async function measureRounds<Name extends string>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name, round: number) => Promise<number>,
): Promise<readonly Round<Name>[]> {
  const done: Round<Name>[] = [];
  for (let round = 0; round < rounds; round++) {
    const rates: Partial<Record<Name, number>> = {};
    for (const name of turnOrder(names, round)) rates[name] = await measure(name, round);
    done.push(rates as Round<Name>);
  }
  return done;
}

/** Who is measured after whom in a round. Pure. */
export function turnOrder<Name>(names: readonly Name[], round: number): readonly Name[] {
  const start = Math.floor(round / 2) % Math.max(1, names.length);
  const turned = [...names.slice(start), ...names.slice(0, start)];
  return round % 2 === 0 ? turned : turned.reverse();
}

/** One line of a comparison: how many times as much `ours` serves as `theirs`, at one concurrency. */
export interface Lead {
  readonly concurrency: number;
  /** The median of the rounds' ratios: each round is compared with itself only. */
  readonly ratio: number;
  readonly oursPerSecond: number;
  readonly theirsPerSecond: number;
}

export function leadOf<Name extends string>(
  concurrency: number,
  rounds: readonly Round<Name>[],
  ours: Name,
  theirs: Name,
): Lead {
  return {
    concurrency,
    ratio: median(rounds.map((round) => round[ours] / round[theirs])),
    oursPerSecond: median(rounds.map((round) => round[ours])),
    theirsPerSecond: median(rounds.map((round) => round[theirs])),
  };
}

/** The smallest of the leads: what holds at every concurrency. */
export const smallestLead = (leads: readonly Lead[]): number => Math.min(...leads.map(({ ratio }) => ratio));

/** "1 at a time 1.52 × (3,100 a second against 2,040), 16 at a time …" */
export function describeLeads(leads: readonly Lead[]): string {
  return leads
    .map(({ concurrency, ratio, oursPerSecond, theirsPerSecond }, index) => {
      const unit = index === 0 ? " a second" : "";
      const numbers = `${perSecond(oursPerSecond)}${unit} against ${perSecond(theirsPerSecond)}`;
      return `${concurrency} at a time ${ratio.toFixed(2)} × (${numbers})`;
    })
    .join(", ");
}

const perSecond = (rate: number): string => Math.round(rate).toLocaleString("en");
