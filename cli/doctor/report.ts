import { jsonText } from "../../provider/text/printable";
import { exitCodeOf } from "../exit-codes";
import { printable } from "../printable";
import type { Checked } from "./probe";
import type { ProbeResult } from "./verdict";

/** A whole run, for a person or a program. */
export interface Report {
  serviceUrl: string;
  accountId: string;
  profile?: string | undefined;
  writes: boolean;
  checks: readonly Checked[];
  /** Keys of its own that it could not remove, a line each. */
  leftBehind: readonly string[];
  /** Somebody interrupted it. */
  interrupted: boolean;
}

/** What differs and is not handled was found; what could not be checked is undetermined. Pure. */
export function exitOf({ checks, leftBehind, interrupted }: Report): number {
  const verdicts = checks.map(({ verdict }) => verdict);
  return exitCodeOf({
    found: leftBehind.length > 0 || verdicts.some((each) => each.verdict === "differs" && !each.handled),
    undetermined: interrupted || verdicts.some((each) => each.verdict === "cannot tell" && each.because === "failed"),
  });
}

export function asJson(report: Report): string {
  const { serviceUrl, accountId, profile, writes, checks, leftBehind, interrupted } = report;
  const value = {
    version: 1,
    serviceUrl,
    accountId,
    profile,
    writes,
    exitCode: exitOf(report),
    interrupted,
    leftBehind,
    checks: checks.map(({ probe: { name, row, title }, verdict }) => ({ name, row, title, ...verdict })),
  };
  return `${jsonText(value, 2)}\n`;
}

export function asText(report: Report): string {
  const { serviceUrl, accountId, profile, writes, checks, leftBehind, interrupted } = report;
  const where = `${serviceUrl}, account ${printable(accountId)}${profile === undefined ? "" : `, profile ${profile}`}`;
  const nameWidth = Math.max(...checks.map(({ probe }) => probe.name.length));
  const line = (verdict: string, name: string, text: string): string =>
    `  ${verdict.padEnd(11)}  ${name.padEnd(nameWidth)}  ${printable(text)}`;
  const lines = together(checks).flatMap(([{ probe, verdict }, ...others]) => {
    if (others.length > 0 && verdict.verdict === "cannot tell") {
      const names = [probe.name, ...others.map((other) => other.probe.name)];
      return [line("cannot tell", `${names.length} checks`, verdict.why), ...wrapped(names, " ".repeat(15))];
    }
    const seen = verdict.verdict === "cannot tell" ? verdict.why : verdict.seen;
    const adapt = verdict.verdict === "differs" ? [`${" ".repeat(nameWidth + 17)}${printable(verdict.adapt)}`] : [];
    return [line(verdict.verdict, probe.name, seen), ...adapt];
  });
  return [
    `${where} (${writes ? "with keys of its own, removed again" : "only reading"})`,
    "",
    ...lines,
    "",
    summary(checks),
    ...leftBehind.map((line) => `Left behind: ${printable(line)}`),
    ...(interrupted ? ["It was interrupted: run it again for the rest."] : []),
    "",
  ].join("\n");
}

/** From so many on, checks that one reason leaves open stand together: all of them, where the service does not answer. */
const fewest = 3;

/** Checks as they stand: each alone, or with the others that have the same reason for "cannot tell". Pure. */
function together(checks: readonly Checked[]): [Checked, ...Checked[]][] {
  const reasonOf = ({ verdict }: Checked): string | undefined =>
    verdict.verdict === "cannot tell" ? verdict.why : undefined;
  return checks.flatMap((check, index): [Checked, ...Checked[]][] => {
    const reason = reasonOf(check);
    const same = reason === undefined ? [] : checks.filter((other) => reasonOf(other) === reason);
    if (same.length < fewest) return [[check]];
    return checks.findIndex((other) => reasonOf(other) === reason) === index ? [[check, ...same.slice(1)]] : [];
  });
}

/** Names with commas between, in lines of at most 120 characters. Pure. */
function wrapped(names: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const word = index === names.length - 1 ? name : `${name},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 120) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}

function summary(checks: readonly Checked[]): string {
  const count = (matches: (verdict: ProbeResult) => boolean): number =>
    checks.filter(({ verdict }) => matches(verdict)).length;
  const holding = count(({ verdict }) => verdict === "holds");
  const open = count((verdict) => verdict.verdict === "differs" && !verdict.handled);
  const handled = count((verdict) => verdict.verdict === "differs" && verdict.handled);
  const failed = count((verdict) => verdict.verdict === "cannot tell" && verdict.because === "failed");
  const notAsked = count((verdict) => verdict.verdict === "cannot tell" && verdict.because === "not asked");
  const noEvidence = count((verdict) => verdict.verdict === "cannot tell" && verdict.because === "no evidence");
  const parts = [
    `${holding} hold`,
    `${open} differ and need you`,
    `${handled} differ and are handled`,
    `${failed} could not be checked`,
    `${noEvidence} show nothing here`,
    `${notAsked} were not asked`,
  ];
  return `${parts.filter((part) => !part.startsWith("0 ") || part.endsWith("need you")).join(", ")}.`;
}
