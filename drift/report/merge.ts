import { ownCommand } from "../../provider/text/own-command";
import { isElsewhere, unmanagedIn } from "../classify/accounts";
import type { ReportParts } from "./assemble";
import { applyBaseline, type BaselineOutcome } from "./baseline";
import { fingerprintOf } from "./fingerprint";
import type { AccountResult, Finding, LiveKey, Report, StackRef } from "./report";
import { programKind } from "./source";
import { compareStacks } from "./stack-order";

type Merged = Pick<ReportParts, "stacks" | "accounts" | "findings" | "completeness" | "baseline" | "source">;

/**
 * Joins the reports of the parts of a matrix. A key is unmanaged only if no part holds it; that is told only where all
 * parts are there. A part that is missing is a finding: nobody looked there. What the baseline of a part accepts is accepted
 * here too. Pure.
 *
 * @throws Error if two reports speak of one stack, or are parts of different matrices
 */
export function merge(reports: readonly Report[]): Merged {
  refuseDoubles(reports);
  const missing = missingShards(reports);
  const accounts = mergeAccounts(reports);
  const completeness = completenessOf(reports, missing);
  const all = reports.flatMap((report) => report.findings.filter((finding) => !isOfAccount(finding)));
  // Each part of a matrix reports that no program was run.
  const findings = all.filter(
    ({ kind }, place) => kind !== programKind || all.findIndex((each) => each.kind === kind) === place,
  );
  if (completeness.unmanaged === "looked-for") findings.push(...unmanagedIn(accounts));
  findings.push(...missing.map(missingFinding));
  const seen = { stacks: reports.flatMap(({ stacks }) => stacks), findings, completeness };
  const [lastEnd = ""] = reports
    .map(({ endedAt }) => endedAt)
    .sort()
    .reverse();
  const source = reports.find((report) => report.source !== undefined)?.source;
  const of = source === undefined ? {} : { source };
  return { ...seen, ...of, accounts, ...mergeBaselines(reports, seen, lastEnd.slice(0, "2030-12-31".length)) };
}

/** Unmanaged keys are found again from what all parts saw. */
const isOfAccount = ({ stack, kind }: Finding): boolean => stack === undefined && !ofRuns.has(kind);
/** Findings on a run, which belong to no stack either. */
const ofRuns: ReadonlySet<string> = new Set(["Shard", programKind]);

function refuseDoubles(reports: readonly Report[]): void {
  const all = reports.flatMap(({ stacks }) => stacks.map(({ stack }) => stack)).sort(compareStacks);
  const double = all.find((stack, place) => place > 0 && compareStacks(stack, all[place - 1] as StackRef) === 0);
  if (double !== undefined)
    throw new Error(
      `The reports can't be joined: ${double.project}/${double.name} is in more than one of them. Name each part of one run once.`,
    );
  const sizes = new Set(reports.flatMap(({ completeness }) => completeness.shard?.of ?? []));
  if (sizes.size > 1)
    throw new Error(
      `The reports can't be joined: they are parts of different matrices (${[...sizes].join(" and ")} parts). Name the parts of one run.`,
    );
}

function missingShards(reports: readonly Report[]): string[] {
  const shards = reports.flatMap(({ completeness }) => completeness.shard ?? []);
  const of = shards[0]?.of ?? 0;
  const there = new Set(shards.map(({ index }) => index));
  const all = Array.from({ length: of }, (_, place) => place + 1);
  return all.filter((index) => !there.has(index)).map((index) => `${index}/${of}`);
}

function missingFinding(shard: string): Finding {
  const finding: Omit<Finding, "fingerprint"> = {
    tier: "undetermined",
    kind: "Shard",
    name: shard,
    fields: [],
    why: `the report of part ${shard} is missing: nobody knows of its stacks`,
    next: `run ${ownCommand} drift with --shard ${shard}, and merge again`,
  };
  return { fingerprint: fingerprintOf(finding), ...finding };
}

function completenessOf(reports: readonly Report[], missing: readonly string[]): Report["completeness"] {
  const not = (why: string) => ({ declared: "merged", unmanaged: "not-looked-for", why }) as const;
  if (missing.length > 0) return not(`part ${missing.join(", ")} is missing`);
  for (const { completeness, stacks, accounts } of reports) {
    if (completeness.declared === "some") return not("one of the reports is of named stacks only");
    const unread = stacks.find(({ outcome }) => outcome !== "looked");
    if (unread !== undefined && completeness.unmanaged === "not-looked-for") {
      return not(`${unread.stack.project}/${unread.stack.name} could not be looked at`);
    }
    if (accounts.length === 0 && stacks.some(({ resources }) => resources > 0))
      return not("a part could list no account's keys");
  }
  return { declared: "merged", unmanaged: "looked-for" };
}

/** A key is left unclaimed only if every part that saw its account leaves it so. */
function mergeAccounts(reports: readonly Report[]): AccountResult[] {
  const byPlace = new Map<string, AccountResult[]>();
  for (const account of reports.flatMap(({ accounts }) => accounts)) {
    const place = `${account.serviceUrl}\n${account.accountId}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), account]);
  }
  return [...byPlace.keys()].sort().map((place) => {
    const seen = byPlace.get(place)!;
    const [first, ...others] = seen as [AccountResult, ...AccountResult[]];
    const unclaimed = first.unclaimed
      .filter(({ id }) => others.every((other) => other.unclaimed.some((key) => key.id === id)))
      .map(
        (key) =>
          seen.flatMap((each) => each.unclaimed.find((same) => same.id === key.id && same.madeFor) ?? [])[0] ?? key,
      );
    return {
      ...first,
      listedBy: seen.flatMap(({ listedBy }) => listedBy).sort(compareStacks),
      keys: Math.max(...seen.map(({ keys }) => keys)),
      unclaimed: unclaimed satisfies LiveKey[],
      managedElsewhere: unclaimed.filter(isElsewhere).length,
    };
  });
}

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
  const evaluatedNow = new Set(entries.map(({ fingerprint }) => fingerprint));
  const entriesOf = (list: "expired" | "stale"): BaselineOutcome["baseline"]["stale"] => {
    const before = baselines.flatMap((each) => each[list]).filter(({ fingerprint }) => !evaluatedNow.has(fingerprint));
    return onceEach([...before, ...baseline[list]]);
  };
  return { findings, baseline: { ...baseline, expired: entriesOf("expired"), stale: entriesOf("stale") } };
}

/** The parts usually share one baseline file. */
function onceEach<Entry extends { fingerprint: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.fingerprint, entry])).values()];
}
