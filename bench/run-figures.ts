import type { Bench, Figure, Limit } from "./figure.js";

/** A figure as the report has it. */
export interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: Figure["unit"];
  /** The number that the value must not be above, or must be; null where there is none. */
  readonly limit: number | null;
  /** Whether the limit is kept; true where there is none. */
  readonly holds: boolean;
}

/** A result with what the table says besides. */
export interface Measurement extends Result {
  readonly about: string;
  readonly from: string;
  readonly exact: boolean;
}

/** Measures one figure after the other, each timed by `during`. */
export async function runFigures(
  figures: readonly Figure[],
  bench: Bench,
  during: <Made>(figure: Figure, work: () => Promise<Made>) => Promise<Made>,
): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const figure of figures) {
    const { value, from } = await during(figure, () => figure.measure(bench));
    measurements.push(judge(figure, value, from));
  }
  return measurements;
}

/** Judges what the report will show, not digits that nobody sees. Pure. */
export function judge(figure: Figure, measured: number, from: string): Measurement {
  const { name, about, unit, limit } = figure;
  const value = rounded(measured, unit);
  return {
    name,
    value,
    unit,
    limit: limitOf(limit),
    holds: limit === undefined || ("atMost" in limit ? value <= limit.atMost : value === limit.exactly),
    about,
    from,
    exact: limit !== undefined && "exactly" in limit,
  };
}

/** What `--json` prints of a measurement. */
export const resultOf = ({ name, value, unit, limit, holds }: Measurement): Result => ({
  name,
  value,
  unit,
  limit,
  holds,
});

function limitOf(limit: Limit | undefined): number | null {
  if (limit === undefined) return null;
  return "atMost" in limit ? limit.atMost : limit.exactly;
}

function rounded(value: number, unit: Figure["unit"]): number {
  const digits = { ratio: 3, requests: 0, KB: 3, ms: 1, s: 2 }[unit];
  return Number(value.toFixed(digits));
}
