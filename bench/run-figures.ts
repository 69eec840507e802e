import type { Bench, Figure, Limit, Measured } from "./figure";
import { NotMeasured } from "./not-measured";

/** A figure as the report has it. */
export interface Result {
  readonly name: string;
  /** Null for what could not be measured here. */
  readonly value: number | null;
  readonly unit: Figure["unit"];
  /** The number that the value must not be above, not be below, or be; null where there is none. */
  readonly limit: number | null;
  /** Whether the limit is kept; true where there is none, false for what was not measured. */
  readonly holds: boolean;
}

/** A result with what the table says besides. */
export interface Measurement extends Result {
  readonly about: string;
  readonly from: string;
  /** What the limit asks of the value. */
  readonly sense: "≤" | "≥" | "exactly";
}

/** Measures one figure after the other, each timed by `during`, and hands on what is measured so far after each. */
export async function runFigures(
  figures: readonly Figure[],
  bench: Bench,
  during: <Made>(figure: Figure, work: () => Promise<Made>) => Promise<Made>,
  keep: (measurements: readonly Measurement[]) => void = () => undefined,
): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const figure of figures) {
    measurements.push(await measureOne(figure, () => during(figure, () => figure.measure(bench))));
    keep(measurements);
  }
  return measurements;
}

/** A figure that this machine cannot measure has a line that says why, never a number. */
async function measureOne(figure: Figure, measure: () => Promise<Measured>): Promise<Measurement> {
  try {
    const { value, from } = await measure();
    return judge(figure, value, from);
  } catch (error) {
    if (!(error instanceof NotMeasured)) throw error;
    return notMeasured(figure, error.message);
  }
}

/** The line of a figure without a number. Pure. */
export function notMeasured(figure: Figure, why: string): Measurement {
  return { ...judge(figure, Number.NaN, `not measured: ${why}`), value: null, holds: false };
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
    holds: limit === undefined || keeps(value, limit),
    about,
    from,
    sense: limit === undefined || "atMost" in limit ? "≤" : "atLeast" in limit ? "≥" : "exactly",
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
  if ("atMost" in limit) return limit.atMost;
  return "atLeast" in limit ? limit.atLeast : limit.exactly;
}

function keeps(value: number, limit: Limit): boolean {
  if ("atMost" in limit) return value <= limit.atMost;
  return "atLeast" in limit ? value >= limit.atLeast : value === limit.exactly;
}

function rounded(value: number, unit: Figure["unit"]): number {
  const digits = { ratio: 3, requests: 0, packages: 0, files: 0, KB: 3, MB: 2, ms: 1, s: 2 }[unit];
  return Number(value.toFixed(digits));
}
