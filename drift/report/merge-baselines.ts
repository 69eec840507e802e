import { applyBaseline, type BaselineOutcome } from "./baseline";
import type { Report } from "./report";

/**
 * What the baselines of several reports make of the findings of all. Findings of stacks were accepted where they were found;
 * those of accounts are found only now, and accepted by the entries that the reports carry for them. Pure.
 *
 * @param today the day on which the last of the reports was made, as in 2030-12-31
 * @returns undefined where no report was made with a baseline
 */
export function mergeBaselines(
  reports: readonly Pick<Report, "baseline">[],
  seen: Pick<Report, "findings" | "stacks" | "completeness">,
  today: string,
): BaselineOutcome | undefined {
  const baselines = reports.flatMap(({ baseline }) => baseline ?? []);
  if (baselines.length === 0) return undefined;
  const entries = onceEach(baselines.flatMap(({ ofAccounts = [] }) => ofAccounts));
  const { findings, baseline } = applyBaseline({ entries }, seen, today);
  const judgedNow = new Set(entries.map(({ fingerprint }) => fingerprint));
  const told = (list: "expired" | "stale"): BaselineOutcome["baseline"]["stale"] => {
    const before = baselines.flatMap((each) => each[list]).filter(({ fingerprint }) => !judgedNow.has(fingerprint));
    return onceEach([...before, ...baseline[list]]);
  };
  return { findings, baseline: { ...baseline, expired: told("expired"), stale: told("stale") } };
}

/** One file stands behind the baselines of all parts, as a rule. */
function onceEach<Entry extends { fingerprint: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.fingerprint, entry])).values()];
}
