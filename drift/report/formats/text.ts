import { everyScope } from "../../../provider/api/contract/scope";
import { printable } from "../../../provider/text/printable";
import { tierNames } from "../../classify/tiers";
import { nextFor } from "../next";
import type { Finding, Report, StackResult } from "../report";
import { programKind } from "../source";
import { holdsEveryScope } from "./urgency";
import { accountOf, fieldLine, stackLabel } from "./words";

/** For a terminal: what was found, why, and what to do next. Hostile names are shown, and obeyed by nothing. */
export function text(report: Report): string {
  const parts = [
    ...together(report.findings).map((findings) =>
      findings.length === 1 ? findingText(findings[0]!) : groupText(findings, report),
    ),
    ...report.stacks.filter((result) => result.why !== undefined && !isTold(result, report)).map(stackText),
    baselineText(report),
    repairedText(report),
    summaryOf(report),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** One line on the whole: `20 stacks, 1000 resources: 998 clean, 1 changed, 1 gone.` */
export function summaryOf(report: Report): string {
  const sum = (of: (result: StackResult) => number): number =>
    report.stacks.reduce((total, each) => total + of(each), 0);
  const ofWhole = report.findings.filter(({ kind }) => wholes[kind] !== undefined);
  const counts = tierNames.flatMap((tier) => {
    const count = (report.counts[tier] ?? 0) - ofWhole.filter((finding) => finding.tier === tier).length;
    return count > 0 ? [`${count} ${tier}`] : [];
  });
  const all = [`${sum(({ clean }) => clean)} clean`, ...counts].join(", ") + wholesText(ofWhole);
  const { unmanaged, why } = report.completeness;
  const notLooked =
    unmanaged === "looked-for" ? "" : ` Unmanaged keys were not looked for${why ? `: ${printable(why)}` : ""}.`;
  const { findings, exitCode } = report;
  const resources = sum((each) => each.resources);
  const empty = report.stacks.filter((each) => each.outcome === "looked" && each.resources === 0);
  const nothing =
    empty.length === 0
      ? ""
      : ` No resource of this package: ${empty.map(({ stack }) => stackLabel(stack)).join(", ")}.`;
  // Where there was nothing to look at, nothing is clean.
  const calm = resources === 0 ? "Nothing to judge" : "Clean";
  const clean = findings.every(({ tier }) => tier === "accepted") ? calm : "No failing findings";
  const verdict = { 0: clean, 2: "Drift", 3: "Not everything could be judged" }[exitCode];
  const wide = findings.filter(holdsEveryScope).length;
  const overWide =
    wide === 0 ? "" : ` ${plural(wide, "unmanaged key")} ${wide === 1 ? "holds" : "hold"} every scope (${everyScope}).`;
  return `${verdict}: ${plural(report.stacks.length, "stack")}, ${plural(
    resources,
    "resource",
  )}: ${all}.${nothing}${overWide}${notLooked}${sourceText(report)}`;
}

/** Once, and in every format: nobody may take this report for one of the programs. */
function sourceText({ source }: Report): string {
  return source === undefined ? "" : ` Compared with state, no program was run: ${printable(source.notKnown)}.`;
}

/** What is no resource, and so is not counted among them. */
const wholes: Readonly<Record<string, string>> = {
  Stack: "stack",
  PolicyPack: "policy pack",
  [programKind]: "program",
};

function wholesText(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { kind, tier } of findings) {
    const what = `${kind}\n${tier}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts]
    .map(([what, count]) => {
      const [kind = "", tier] = what.split("\n");
      return `; ${plural(count, wholes[kind] ?? kind)} ${tier}`;
    })
    .join("");
}

function findingText(finding: Finding): string {
  const { tier, stack, fields, why, next, accepted, since, daysUntilDisabled, policy } = finding;
  const { accountId } = finding;
  const account = accountId === undefined ? "" : ` in account ${printable(accountId)}`;
  const where = stack === undefined ? account : ` in ${stackLabel(stack)}`;
  const lines = [
    `${tier}: ${objectOf(finding)}${where}${policy === undefined ? "" : `, rule ${printable(policy.rule)}`}`,
    ...fields.map((field) => `  ${fieldLine(field)}`),
    ...(fields.length === 0 || tier === "unmanaged" ? [`  ${printable(why)}`] : []),
    ...(accepted === undefined
      ? [`  next: ${printable(next)}`, `  fingerprint ${finding.fingerprint}`]
      : [
          `  accepted by ${printable(accepted.owner)} until ${accepted.expires}: ${printable(accepted.reason)} (it is ${accepted.tier})`,
        ]),
    ...(daysUntilDisabled === undefined
      ? []
      : [`  disabled in ${daysUntilDisabled} days at the most, if nothing is done`]),
    ...(since === undefined ? [] : [`  since ${since.firstSeen}, seen ${plural(since.timesSeen, "time")}`]),
  ];
  return lines.join("\n");
}

/**
 * Groups findings that share a reason, so that it is printed once: of a stack what is undetermined, such as for an expired
 * credential, and of an account the keys that no stack declares.
 */
function together(findings: readonly Finding[]): Finding[][] {
  const reasonOf = ({ tier, stack, serviceUrl, accountId, why, next, fingerprint }: Finding): unknown[] => {
    if (tier === "undetermined" && stack !== undefined) return [stackLabel(stack), why, next];
    return tier === "unmanaged" ? [serviceUrl, accountId, why] : [fingerprint];
  };
  return [...Map.groupBy(findings, (finding) => JSON.stringify([finding.tier, ...reasonOf(finding)])).values()];
}

function groupText(findings: readonly Finding[], report: Report): string {
  const [first] = findings as [Finding, ...Finding[]];
  const { tier, stack, accountId } = first;
  const isOfAccount = stack === undefined;
  const each = findings.map(({ kind, name, id, fields, fingerprint, since }) => {
    const live = isOfAccount ? fields.map((field) => `, ${fieldLine(field).replace(/\.$/, "")}`).join("") : "";
    const known = since === undefined ? "" : `, since ${since.firstSeen}, seen ${plural(since.timesSeen, "time")}`;
    return `  ${objectOf({ kind, name, id })}${live}, fingerprint ${fingerprint}${known}`;
  });
  const where = isOfAccount ? `account ${printable(accountId ?? "unknown")}` : stackLabel(stack);
  const what = plural(findings.length, isOfAccount ? "key" : "resource");
  // The command of one names its key; that of the group names all of them.
  const next = isOfAccount ? nextFor({ tier }, accountOf(first, report)?.listedBy[0]) : first.next;
  return [`${tier}: ${what} in ${where}`, ...each, `  ${printable(first.why)}`, `  next: ${printable(next)}`].join(
    "\n",
  );
}

function objectOf({ kind, name, id }: Pick<Finding, "kind" | "name" | "id">): string {
  return `${kind} ${printable(name)}${id === undefined ? "" : ` (${printable(id)})`}`;
}

/** Whether a finding of the stack says the same. */
function isTold({ stack, why }: StackResult, { findings }: Report): boolean {
  return findings.some(
    (finding) =>
      why !== undefined &&
      finding.why.endsWith(why) &&
      finding.stack !== undefined &&
      stackLabel(finding.stack) === stackLabel(stack),
  );
}

function stackText({ stack, outcome, why }: StackResult): string {
  const what = outcome === "failed" ? "could not be looked at" : "could be looked at in part only";
  return `${stackLabel(stack)} ${what}: ${printable(why ?? "")}`;
}

function baselineText({ baseline }: Report): string {
  if (baseline === undefined) return "";
  const line = (what: string) => (entry: { fingerprint: string; why: string; owner: string; expires: string }) =>
    `baseline: ${what}: ${printable(entry.why)} (${entry.fingerprint}, ${printable(entry.owner)}, until ${entry.expires})`;
  return [
    ...baseline.expired.map(line("expired, so it accepts nothing")),
    ...baseline.stale.map(line("stale, it matched nothing and can be removed")),
  ].join("\n");
}

function repairedText({ repaired = [] }: Report): string {
  return repaired
    .map(
      ({ what, firstSeen, repairedAt }) =>
        `repaired: ${printable(what)} (first seen ${firstSeen}, gone by ${repairedAt})`,
    )
    .join("\n");
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
