import type { ReportParts } from "../../drift/report/assemble";
import { applyBaseline, type Baseline } from "../../drift/report/baseline";
import { type History, remember } from "../../drift/report/history";
import type { Report } from "../../drift/report/report";
import { baselineIn, historyIn, saveHistory } from "./files";
import type { ReportOptions } from "./options";

/** What is known from before a look. */
export interface PastFindings {
  baseline: Baseline | undefined;
  history: { folder: string; before: History } | undefined;
}

/** @throws UsageProblem if a file is there and not in order */
export function memoryIn({ baseline, history }: Pick<ReportOptions, "baseline" | "history">): PastFindings {
  return {
    baseline: baseline === undefined ? undefined : baselineIn(baseline),
    history: history === undefined ? undefined : { folder: history, before: historyIn(history) },
  };
}

/** Adds since when findings are known, and what was accepted; the history that follows is saved. */
export function withPastFindings(parts: ReportParts, { baseline, history }: PastFindings): ReportParts {
  const now = parts.endedAt.toISOString();
  let result: ReportParts = parts;
  const seen = (): Pick<Report, "findings" | "stacks" | "completeness"> => ({
    findings: [...result.findings],
    stacks: [...parts.stacks],
    completeness: parts.completeness,
  });
  if (history !== undefined) {
    const { history: after, findings, repaired } = remember(history.before, seen(), now);
    saveHistory(history.folder, after);
    result = { ...result, findings, repaired };
  }
  if (baseline !== undefined) result = { ...result, ...applyBaseline(baseline, seen(), now.slice(0, 10)) };
  return result;
}
