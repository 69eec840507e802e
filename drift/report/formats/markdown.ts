import { printable } from "../../../provider/text/printable";
import { tierNames } from "../../classify/tiers";
import type { Finding, Report, ReportField } from "../report";
import { summaryOf } from "./text";
import { remarksOf, stackLabel, titleOf, valueText } from "./words";

/** The first line of the comment: whoever writes it again finds the last one by this, and replaces it. */
export const stickyMarker = "<!-- pulumi-payments drift -->";

/** GitHub takes 65,536 characters in a comment; some are left for what a job puts around it. */
const mostCharacters = 65_000;
const mostInLine = 600;
const mostLines = 40;
/** Up to so many findings are shown unfolded. */
const mostUnfolded = 3;

/**
 * For a comment on a pull request or the summary of a job (GitHub Flavored Markdown). Whatever others have named stands in
 * blocks of code or as escaped text within `<code>`: there it is no markup, no link, no mention and no reference. Findings
 * that find no room are counted; the json report has them all.
 */
export function markdown(report: Report): string {
  const { findings, stacks } = report;
  const open = findings.length <= mostUnfolded ? " open" : "";
  const failed = stacks.flatMap(({ stack, outcome, why }) =>
    outcome === "looked" ? [] : [`${stackLabel(stack)}: ${outcome}: ${printable(why ?? "its findings say why")}`],
  );
  const blocks = [
    ...(failed.length === 0 ? [] : [folded("Stacks that were not looked at in full", failed, open)]),
    ...findings.map((finding) => findingBlock(finding, open)),
    ...listBlock(
      "Repaired since the last look",
      (report.repaired ?? []).map(({ what, firstSeen }) => `${printable(what)} (first seen ${firstSeen})`),
    ),
    ...listBlock(
      "Entries of the baseline that have expired: they accept nothing",
      (report.baseline?.expired ?? []).map(({ why, expires }) => `${printable(why)} (until ${expires})`),
    ),
    ...listBlock(
      "Entries of the baseline that matched nothing: remove them",
      (report.baseline?.stale ?? []).map(({ why }) => printable(why)),
    ),
  ];
  return fitting(headOf(report), blocks);
}

function headOf(report: Report): string {
  const counts = tierNames.flatMap((tier) => (report.counts[tier] ? [`| ${tier} | ${report.counts[tier]} |`] : []));
  const table = counts.length === 0 ? "" : `\n\n| Tier | Findings |\n|---|---:|\n${counts.join("\n")}`;
  return `${stickyMarker}\n### Payments drift\n\n${fenced([summaryOf(report)], "text")}${table}`;
}

/** As many blocks as there is room for. Whole ones only, so that nothing is cut within markup. */
function fitting(head: string, blocks: readonly string[]): string {
  const note = (left: number): string =>
    `${left} more part${left === 1 ? "" : "s"} of this report found no room here: the json report has everything.`;
  const room = mostCharacters - head.length - note(blocks.length).length - 4;
  const taken: string[] = [];
  let used = 0;
  for (const block of blocks) {
    used += block.length + 2;
    if (used > room) break;
    taken.push(block);
  }
  const left = blocks.length - taken.length;
  return `${[head, ...taken, ...(left === 0 ? [] : [note(left)])].join("\n\n")}\n`;
}

function findingBlock(finding: Finding, open: string): string {
  const { fields, why, next, accepted, fingerprint } = finding;
  const lines = [
    ...fields.flatMap(fieldLines),
    ...(fields.length === 0 ? [`  ${printable(why)}`] : []),
    ...remarksOf(finding).map((remark) => `  ${remark}`),
    ...(accepted === undefined ? [`  Next: ${printable(next)}`] : []),
    `  Fingerprint ${printable(fingerprint)}`,
  ];
  return folded(titleOf(finding), lines, open, finding.tier);
}

function fieldLines({ field, wanted, stored, live, advice }: ReportField): string[] {
  const declared = wanted ?? stored;
  return [
    `  ${printable(field)}`,
    ...(declared === undefined ? [] : [`- ${wanted === undefined ? "in state" : "wanted"} ${valueText(declared)}`]),
    `+ live ${valueText(live)}`,
    ...(advice === undefined ? [] : [`  ${printable(advice)}`]),
  ];
}

function listBlock(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [folded(title, lines, "")];
}

function folded(title: string, lines: readonly string[], open: string, tier?: string): string {
  const name = `<code>${escapeHtml(cut(title))}</code>`;
  const summary = tier === undefined ? escapeHtml(title) : `<b>${tier}</b>: ${name}`;
  return `<details${open}><summary>${summary}</summary>\n\n${fenced(lines, "diff")}\n</details>`;
}

/** A block of code that nothing in its lines ends. */
function fenced(lines: readonly string[], language: string): string {
  const kept =
    lines.length <= mostLines
      ? lines
      : [...lines.slice(0, mostLines - 1), `  and ${lines.length - mostLines + 1} lines more`];
  const body = kept.map(cut).join("\n");
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${body}\n${fence}`;
}

/** By whole characters. */
function cut(line: string): string {
  return line.length <= mostInLine ? line : `${[...line.slice(0, mostInLine)].slice(0, mostInLine / 2).join("")} …`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`\\*_[\]]/g, (character) => `&#${character.charCodeAt(0)};`);
}
