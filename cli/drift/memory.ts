import type { Parts } from "./assemble";
import { applyBaseline } from "./baseline";
import { type baselineIn, type historyIn, saveHistory } from "./files";
import { remember } from "./history";
import type { Report } from "./report";

/** Adds since when findings are known, and what was accepted. */
export function withMemory(
  parts: Parts,
  known: {
    baseline: ReturnType<typeof baselineIn> | undefined;
    history: ReturnType<typeof historyIn> | undefined;
    folder: string | undefined;
  },
): Parts {
  const now = parts.endedAt.toISOString();
  let result: Parts = parts;
  const seen = (): Pick<Report, "findings" | "stacks" | "completeness"> => ({
    findings: [...result.findings],
    stacks: [...parts.stacks],
    completeness: parts.completeness,
  });
  if (known.history !== undefined && known.folder !== undefined) {
    const { history, findings, repaired } = remember(known.history, seen(), now);
    saveHistory(known.folder, history);
    result = { ...result, findings, repaired };
  }
  if (known.baseline !== undefined) result = { ...result, ...applyBaseline(known.baseline, seen(), now.slice(0, 10)) };
  return result;
}
