import type { Finding } from "../report";
import { tierCounts, urgencyOf } from "./urgency";

/** Platforms refuse a larger file as a whole: GitHub's code scanning takes so many results. */
const mostResults = 25_000;
/** And so many bytes. */
const mostBytes = 10_000_000;

/** Room for the sentence that says what is left out. */
const sentenceBytes = 2_000;

/** What of a report a platform takes. */
export interface Limited {
  /** In the order of the report. */
  kept: readonly Finding[];
  left: readonly Finding[];
  /** How many findings are left out and where they are, a sentence; undefined: none is. */
  leftOut?: string;
}

/**
 * All findings where a platform takes them; else the most urgent ones that fit. Pure.
 *
 * @param sizeOf bytes that a finding takes in the file
 * @param frameBytes bytes of the file without findings
 */
export function limitFindings(
  findings: readonly Finding[],
  sizeOf: (finding: Finding) => number,
  frameBytes: number,
): Limited {
  const byUrgency = findings.map((finding) => ({ finding, urgency: urgencyOf(finding) }));
  byUrgency.sort((a, b) => a.urgency - b.urgency);
  const kept = new Set<Finding>();
  let bytes = frameBytes + sentenceBytes;
  for (const { finding } of byUrgency) {
    bytes += sizeOf(finding);
    if (bytes > mostBytes || kept.size === mostResults) break;
    kept.add(finding);
  }
  if (kept.size === findings.length) return { kept: findings, left: [] };
  const left = findings.filter((finding) => !kept.has(finding));
  const leftOut = `${left.length.toLocaleString("en-US")} of ${findings.length.toLocaleString("en-US")} findings are left out, the least urgent: ${tierCounts(left)}. Platforms take at most ${mostResults.toLocaleString("en-US")} results and ${mostBytes / 1e6} MB. The report as json, html or text has all of them.`;
  return { kept: findings.filter((finding) => kept.has(finding)), left, leftOut };
}
