/** Two ways of the same work, timed in turn, so that a machine's moods meet both alike. */
export interface Pair {
  readonly oursMs: number;
  readonly baselineMs: number;
}

/** Times both ways `rounds` times; who begins alternates. */
export async function measurePairs(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
  tell: (round: number) => void,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    tell(round);
    const first = round % 2 === 0 ? await ours() : await baseline();
    const second = round % 2 === 0 ? await baseline() : await ours();
    pairs.push(round % 2 === 0 ? { oursMs: first, baselineMs: second } : { oursMs: second, baselineMs: first });
  }
  return pairs;
}

/** The middle value; the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("there is no median of nothing");
  return (low + high) / 2;
}

/** The median of the pairs' ratios: each pair is compared with itself only. */
export const ratioOf = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ oursMs, baselineMs }) => oursMs / baselineMs));

/** The median of what ours takes longer, in milliseconds. */
export const excessMsOf = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ oursMs, baselineMs }) => oursMs - baselineMs));

/** The numbers behind a ratio or an excess, with how far apart the pairs' ratios are: a wide range is a restless machine. */
export function describePairs(pairs: readonly Pair[], write: (ms: number) => string): string {
  const ours = median(pairs.map(({ oursMs }) => oursMs));
  const baseline = median(pairs.map(({ baselineMs }) => baselineMs));
  const ratios = pairs.map(({ oursMs, baselineMs }) => oursMs / baselineMs);
  const range = `ratios ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  return `${write(ours)} against ${write(baseline)}, ${pairs.length === 1 ? "1 pair" : `${pairs.length} pairs, ${range}`}`;
}

/** "10.4 s" */
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** "412 ms" */
export const inMilliseconds = (ms: number): string => `${ms.toFixed(0)} ms`;
