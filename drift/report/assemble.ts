import { type FailingTier, type Tier, tierNames } from "../classify/tiers";
import type { AccountResult, Finding, Report, StackResult } from "./report";
import { compareStacks } from "./stack-order";

/** What a report is put together from. */
export interface ReportParts {
  tool: string;
  startedAt: Date;
  endedAt: Date;
  failOn: readonly FailingTier[];
  source?: Report["source"];
  completeness: Report["completeness"];
  stacks: readonly StackResult[];
  accounts: readonly AccountResult[];
  findings: readonly Finding[];
  baseline?: Report["baseline"];
  repaired?: Report["repaired"];
}

/** Sorts, counts and comes to the exit code. Pure. */
export function assemble(parts: ReportParts): Report {
  const findings = [...parts.findings].sort(compareFindings);
  const report: Report = {
    report: "pulumi-payments drift",
    version: 1,
    tool: parts.tool,
    startedAt: parts.startedAt.toISOString(),
    endedAt: parts.endedAt.toISOString(),
    exitCode: exitCodeOfFindings(findings, parts.failOn),
    failOn: [...parts.failOn].sort(),
    counts: countsOf(findings),
    completeness: parts.completeness,
    stacks: [...parts.stacks].sort((a, b) => compareStacks(a.stack, b.stack)),
    accounts: [...parts.accounts],
    findings,
  };
  if (parts.source !== undefined) report.source = parts.source;
  if (parts.baseline !== undefined) report.baseline = parts.baseline;
  if (parts.repaired !== undefined) report.repaired = parts.repaired;
  return report;
}

/** 2 wins over 3; what was accepted is neither. Pure. */
function exitCodeOfFindings(findings: readonly Finding[], failOn: readonly FailingTier[]): Report["exitCode"] {
  const failing: ReadonlySet<Tier> = new Set(failOn);
  if (findings.some(({ tier }) => failing.has(tier))) return 2;
  return findings.some(({ tier }) => tier === "undetermined") ? 3 : 0;
}

function countsOf(findings: readonly Finding[]): Report["counts"] {
  const counts: Report["counts"] = {};
  for (const { tier } of findings) counts[tier] = (counts[tier] ?? 0) + 1;
  return counts;
}

function compareFindings(a: Finding, b: Finding): number {
  const byTier = tierNames.indexOf(a.tier) - tierNames.indexOf(b.tier);
  if (byTier !== 0) return byTier;
  const [one, other] = [a, b].map(placeOf) as [string, string];
  return one < other ? -1 : Number(one > other);
}

function placeOf({ stack, serviceUrl = "", accountId = "", kind, name, id = "", fingerprint }: Finding): string {
  const where = stack === undefined ? [serviceUrl, accountId] : [stack.project, stack.name, stack.folder];
  return [...where, kind, name, id, fingerprint].join("\n");
}
