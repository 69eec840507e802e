import { printable } from "../../../provider/text/printable";
import { tierNames, tiers } from "../../classify/tiers";
import { commandsOf } from "../next";
import type { Finding, Report, ReportField } from "../report";
import { page } from "./html-page";
import { stackLabel, summaryOf, valueText } from "./text";
import { accountOf, placeOf, remarksOf, titleOf, weightOf } from "./words";

/** One page in one file, that asks the network for nothing: to keep with a job, or to send to somebody. */
export function html(report: Report): string {
  const start = startOf(report);
  const body = [
    `<main>\n<h1>Payments drift</h1>\n<p>${escapeHtml(summaryOf(report))}</p>`,
    `<p class="quiet">Looked at ${report.startedAt} by pulumi-payments ${escapeHtml(report.tool)}. Failing tiers: ${report.failOn.join(", ") || "none"}.</p>`,
    ...listOf(
      "Stacks that were not looked at in full",
      report.stacks.flatMap(({ stack, outcome, why }) =>
        outcome === "looked" ? [] : [`${stackLabel(stack)}: ${outcome}: ${printable(why ?? "its findings say why")}`],
      ),
    ),
    "<h2>Findings</h2>",
    filters(report),
    ...report.findings.map((finding) => article(finding, report, start)),
    ...(report.findings.length === 0 ? ["<p>None.</p>"] : []),
    ...repairedList(report, start),
    ...listOf(
      "Entries of the baseline that have expired: they accept nothing",
      (report.baseline?.expired ?? []).map(({ why, expires }) => `${printable(why)} (until ${expires})`),
    ),
    ...listOf(
      "Entries of the baseline that matched nothing: remove them",
      (report.baseline?.stale ?? []).map(({ why }) => printable(why)),
    ),
    "</main>",
  ];
  return page("Payments drift", body.join("\n"));
}

function filters({ findings }: Report): string {
  const found = tierNames.filter((tier) => findings.some((finding) => finding.tier === tier));
  const places = [...new Set(findings.map(placeOf))].sort();
  const option = (value: string): string => `<option value="${escapeHtml(value)}">${escapeHtml(value)}</option>`;
  return `<form hidden>
<label>Tier <select id="tier"><option value="">all</option>${found.map(option).join("")}</select></label>
<label>Stack <select id="stack"><option value="">all</option>${places.map(option).join("")}</select></label>
<output id="count" class="quiet"></output>
</form>`;
}

function article(finding: Finding, report: Report, start: number): string {
  const { tier, fields, why, next, accepted, fingerprint, since } = finding;
  const lines = [...(fields.length === 0 ? [printable(why)] : []), ...remarksOf(finding)];
  return `<article data-tier="${tier}" data-stack="${escapeHtml(placeOf(finding))}" data-weight="${weightOf(finding, report)}">
<h3><span class="tier">${tier}</span>: ${escapeHtml(titleOf(finding))}</h3>
<p class="quiet">${escapeHtml(tiers[tier])}</p>
${fields.map(fieldPart).join("\n")}
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
${since === undefined ? "" : timeline(report, start, since.firstSeen, report.endedAt)}
${accepted === undefined ? `<p>Next: ${escapeHtml(printable(next))}</p>` : ""}
${commandParts(finding, report)}
<p class="quiet">Fingerprint <code>${escapeHtml(printable(fingerprint))}</code></p>
</article>`;
}

function fieldPart({ field, wanted, stored, live, advice }: ReportField): string {
  const rows: [string, unknown][] = [
    ["wanted", wanted],
    ["in state", stored],
    ["live", live],
  ];
  const list = rows
    .map(([side, value]) => `<dt>${side}</dt><dd><code>${escapeHtml(valueText(value))}</code></dd>`)
    .join("");
  return `<p><b>${escapeHtml(printable(field))}</b>${advice === undefined ? "" : ` ${escapeHtml(printable(advice))}`}</p>\n<dl>${list}</dl>`;
}

/** Each with a button that copies it; the script shows the buttons. */
function commandParts(finding: Finding, report: Report): string {
  return commandsOf(finding, accountOf(finding, report)?.listedBy[0])
    .map(
      (command) =>
        `<div class="command"><code>${escapeHtml(command)}</code><button type="button" hidden>Copy</button></div>`,
    )
    .join("\n");
}

function repairedList(report: Report, start: number): string[] {
  const { repaired = [] } = report;
  if (repaired.length === 0) return [];
  const items = repaired.map(
    ({ what, firstSeen, repairedAt }) =>
      `<li>${escapeHtml(printable(what))}: first seen ${firstSeen}, gone by ${repairedAt}${timeline(report, start, firstSeen, repairedAt)}</li>`,
  );
  return [`<h2>Repaired since the last look</h2>\n<ul>${items.join("\n")}</ul>`];
}

/** The first time that this report knows of: where the timelines of the page begin. */
function startOf({ findings, repaired = [], endedAt }: Report): number {
  const known = [...findings.flatMap(({ since }) => since ?? []), ...repaired];
  return known.reduce((least, { firstSeen }) => Math.min(least, Date.parse(firstSeen)), Date.parse(endedAt));
}

/** From when to when, on the one scale of the page. */
function timeline({ endedAt }: Report, start: number, from: string, to: string): string {
  const whole = Math.max(1, Date.parse(endedAt) - start);
  const at = (time: string): number => Math.min(100, Math.max(0, ((Date.parse(time) - start) / whole) * 100));
  const [left, right] = [at(from), at(to)];
  const wide = Math.max(1, right - left);
  const x = Math.min(left, 100 - wide);
  return `<svg class="time" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="from ${from} to ${to}"><rect width="100" height="4"/><rect class="span" x="${x.toFixed(2)}" width="${wide.toFixed(2)}" height="4"/></svg>`;
}

function listOf(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`<h2>${title}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("\n")}</ul>`];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
