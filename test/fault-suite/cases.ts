import type { Duration } from "./expectation";
import { faultKinds } from "./faults";
import type { Case } from "./run-case";
import type { Scenario } from "./scenarios";

const durations: readonly Duration[] = ["once", "on and on", "outage"];

/** Every fault at every call of the histories, for each duration that makes sense. */
export function allCases(histories: ReadonlyMap<Scenario, readonly string[]>): Case[] {
  return [...histories].flatMap(([scenario, history]) =>
    history.flatMap((operation, position) =>
      faultKinds
        .filter(({ methods }) => methods === undefined || methods.includes(operation.split(" ")[0]!))
        .flatMap((kind) =>
          durations
            .filter((duration) => makesSense(kind.shows, duration))
            .map((duration) => ({ scenario, kind, duration, position, history })),
        ),
    ),
  );
}

/** Nothing is left to see of an answer that comes late again and again; what shows less than there is for ever is a list. */
function makesSense(shows: Case["kind"]["shows"], duration: Duration): boolean {
  if (duration === "once") return true;
  return duration === "outage" ? shows === "silence" : shows !== "late" && shows !== "short";
}

/** Numbers in [0, 1) that repeat for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/**
 * A small part of the cases in which every pair of fault and method, of fault and scenario's kind of work, and every call of
 * every history occurs at least once: what adds most to it comes first. The same seed gives the same part.
 */
export function pairwise(cases: readonly Case[], seed: number): Case[] {
  const open = shuffled(cases, randomFrom(seed)).map((each) => ({ each, pairs: pairsOf(each) }));
  const covered = new Set<string>();
  const part: Case[] = [];
  for (;;) {
    let best: (typeof open)[number] | undefined;
    let mostNew = 0;
    for (const candidate of open) {
      const found = candidate.pairs.filter((pair) => !covered.has(pair)).length;
      if (found > mostNew) [best, mostNew] = [candidate, found];
    }
    if (best === undefined) return part;
    for (const pair of best.pairs) covered.add(pair);
    part.push(best.each);
  }
}

function pairsOf({ scenario, kind, duration, position, history }: Case): string[] {
  const operation = history[position]!;
  return [
    `${kind.name} at ${operation}`,
    `${scenario.name} at ${position}`,
    `${scenario.name} with ${duration}`,
    `${duration} at ${operation}`,
    `${kind.shows} ${kind.done} for ${scenario.name}`,
  ];
}
