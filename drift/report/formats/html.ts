import { everyScope } from "../../../provider/api/contract/scope";
import { printable } from "../../../provider/text/printable";
import { tierNames, tiers } from "../../classify/tiers";
import { commandsOf } from "../next";
import type { Finding, Report, ReportField } from "../report";
import { page } from "./html-page";
import { summaryOf } from "./text";
import { holdsEveryScope, tierCounts, urgencyOf } from "./urgency";
import { accountOf, placeOf, remarksOf, stackLabel, titleOf, valueText, weightOf } from "./words";

/** One page in one file, that asks the network for nothing: to keep with a job, or to send to somebody. */
export function html(report: Report): string {
  const start = startOf(report);
  const body = [
    `<main>\n<h1>Payments drift</h1>\n<p>${escapeHtml(summaryOf(report))}</p>`,
    `<p class="quiet">Checked ${timePart(report.endedAt)} by pulumi-payments ${escapeHtml(report.tool)}. Failing tiers: ${report.failOn.join(", ") || "none"}.</p>`,
    tiles(report),
    ...listOf(
      "Stacks that were not checked in full",
      report.stacks.flatMap(({ stack, outcome, why }) =>
        outcome === "looked"
          ? []
          : [escapeHtml(`${stackLabel(stack)}: ${outcome}: ${printable(why ?? "its findings say why")}`)],
      ),
    ),
    "<h2>Findings</h2>",
    filters(report),
    ...groupsOf(report, start),
    ...(report.findings.length === 0 ? ["<p>None.</p>"] : []),
    ...listOf(
      "Repaired since the last check",
      (report.repaired ?? []).map(
        ({ what, firstSeen, repairedAt }) =>
          `${escapeHtml(printable(what))}: first seen ${timePart(firstSeen)}, gone by ${timePart(repairedAt)}${timeline(report, start, firstSeen, repairedAt)}`,
      ),
    ),
    ...listOf(
      "Entries of the baseline that have expired: they accept nothing",
      (report.baseline?.expired ?? []).map(({ why, expires }) => escapeHtml(`${printable(why)} (until ${expires})`)),
    ),
    ...listOf(
      "Entries of the baseline that matched nothing: remove them",
      (report.baseline?.stale ?? []).map(({ why }) => escapeHtml(printable(why))),
    ),
    "</main>",
  ];
  return page("Payments drift", body.join("\n"));
}

/** How many findings of each tier there are, and what the tier means. With the script, each shows its tier alone. */
function tiles(report: Report): string {
  const clean = report.stacks.reduce((sum, stack) => sum + stack.clean, 0);
  const found = tierNames.flatMap((tier) => {
    const findings = report.findings.filter((finding) => finding.tier === tier);
    if (findings.length === 0) return [];
    const weight = weightOf(findings[0]!, report);
    return `<button type="button" aria-pressed="false" data-tier="${tier}" data-weight="${weight}"><b>${number(findings.length)}</b> <span class="tier">${tier}</span> <small>${escapeHtml(tiers[tier])}</small></button>`;
  });
  return `<div class="tiles" role="group" aria-label="Findings by tier">
${found.join("\n")}
<p><b>${number(clean)}</b> clean <small>as declared</small></p>
</div>`;
}

function filters({ findings }: Report): string {
  const places = [...new Set(findings.map(placeOf))].sort();
  const option = (value: string): string => `<option value="${escapeHtml(value)}">${escapeHtml(value)}</option>`;
  return `<form hidden>
<label>Search <input type="search" id="search" autocomplete="off"></label>
<label>Stack <select id="stack"><option value="">all</option>${places.map(option).join("")}</select></label>
<output id="count" class="quiet"></output>
</form>`;
}

/** Groups that are open from the start hold at most so many findings together: the first ones, which are the most urgent. */
const mostOpen = 200;

/** A group for each stack or account, the most urgent first; within it too. */
function groupsOf(report: Report, start: number): string[] {
  const byPlace = Map.groupBy(report.findings, placeOf);
  const groups = [...byPlace].map(([place, findings]) => {
    const sorted = findings.map((finding) => ({ finding, rank: urgencyOf(finding) })).sort((a, b) => a.rank - b.rank);
    return { place, findings: sorted.map(({ finding }) => finding), rank: sorted[0]!.rank };
  });
  groups.sort((a, b) => a.rank - b.rank);
  let shown = 0;
  return groups.map(({ place, findings }, index) => {
    shown += findings.length;
    const open = index === 0 || shown <= mostOpen ? " open" : "";
    const articles = findings.map((finding) => article(finding, report, start)).join("\n");
    return `<details data-stack="${escapeHtml(place)}"${open}>
<summary><h3>${escapeHtml(place)}</h3> <span class="quiet">${tierCounts(findings)}</span></summary>
${articles}
</details>`;
  });
}

function article(finding: Finding, report: Report, start: number): string {
  const { tier, fields, why, next, accepted, fingerprint, since } = finding;
  const risk = holdsEveryScope(finding) ? ` <strong class="risk">holds every scope (${everyScope})</strong>` : "";
  const seen =
    since === undefined
      ? ""
      : `<p>First seen ${timePart(since.firstSeen)}; times seen: ${number(since.timesSeen)}.</p>${timeline(report, start, since.firstSeen, report.endedAt)}`;
  const lines = [...(fields.length === 0 ? [printable(why)] : []), ...remarksOf({ ...finding, since: undefined })];
  const parts = [
    `<article data-tier="${tier}" data-weight="${risk === "" ? weightOf(finding, report) : "fails"}">`,
    `<h4><span class="tier">${tier}</span>: ${escapeHtml(titleOf(finding))}${risk}</h4>`,
    ...fields.map(fieldPart),
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    seen,
    accepted === undefined ? `<p>Next: ${escapeHtml(printable(next))}</p>` : "",
    commandParts(finding, report),
    `<p class="quiet">Fingerprint <code>${escapeHtml(printable(fingerprint))}</code></p>\n</article>`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function fieldPart({ field, wanted, stored, live, advice }: ReportField): string {
  const rows: [string, string][] = [
    ["declared", valuePart(wanted, live, "del")],
    ["in state", valuePart(stored)],
    ["live", valuePart(live, wanted ?? stored, "ins")],
  ];
  const list = rows.map(([side, value]) => `<dt>${side}</dt><dd>${value}</dd>`).join("");
  return `<p><b>${escapeHtml(printable(field))}</b>${advice === undefined ? "" : ` ${escapeHtml(printable(advice))}`}</p>\n<dl>${list}</dl>`;
}

/** A list shows its elements, and marks those that the other side lacks. */
function valuePart(value: unknown, other?: unknown, mark?: "ins" | "del"): string {
  if (!Array.isArray(value) || value.length === 0) return `<code>${escapeHtml(valueText(value))}</code>`;
  const shared = Array.isArray(other) ? new Set(other.map(valueText)) : undefined;
  const elements = value.map(valueText).map((element) => {
    const code = `<code>${escapeHtml(element)}</code>`;
    if (mark === undefined || shared === undefined || shared.has(element)) return code;
    return `<${mark}>${mark === "ins" ? "+" : "−"} ${code}</${mark}>`;
  });
  return elements.join(" ");
}

/** Each with a button that copies it, which is shown once the script runs. */
function commandParts(finding: Finding, report: Report): string {
  return commandsOf(finding, accountOf(finding, report)?.listedBy[0])
    .map(
      (command) => `<div class="command"><code>${escapeHtml(command)}</code><button type="button">Copy</button></div>`,
    )
    .join("\n");
}

/** The first time that this report knows of: where the timelines of the page begin. */
function startOf({ findings, repaired = [], endedAt }: Report): number {
  const known = [...findings.flatMap(({ since }) => since ?? []), ...repaired];
  return known.reduce((least, { firstSeen }) => Math.min(least, Date.parse(firstSeen)), Date.parse(endedAt));
}

/** From when to when, on the one scale of the page, which its ends name. */
function timeline({ endedAt }: Report, start: number, from: string, to: string): string {
  const whole = Math.max(1, Date.parse(endedAt) - start);
  const at = (time: string): number => Math.min(100, Math.max(0, ((Date.parse(time) - start) / whole) * 100));
  const [left, right] = [at(from), at(to)];
  const wide = Math.max(1, right - left);
  const x = Math.min(left, 100 - wide);
  const ends = [new Date(start).toISOString(), endedAt].map((end) => `<span>${dayOf(end)}</span>`).join("");
  return `<figure><svg class="time" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="from ${dayOf(from)} to ${dayOf(to)}"><rect width="100" height="4"/><rect class="span" x="${x.toFixed(2)}" width="${wide.toFixed(2)}" height="4"/></svg><figcaption class="quiet">${ends}</figcaption></figure>`;
}

const days = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const moments = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** In UTC: `Dec 20, 2029`. */
const dayOf = (time: string): string => days.format(new Date(time));

/** For people, with the exact time where the pointer rests. */
function timePart(time: string): string {
  return `<time datetime="${time}" title="${time}">${moments.format(new Date(time))} UTC</time>`;
}

const number = (count: number): string => count.toLocaleString("en-US");

/** @param items HTML */
function listOf(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`<h2>${title}</h2>\n<ul>${items.map((item) => `<li>${item}</li>`).join("\n")}</ul>`];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
