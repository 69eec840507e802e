import { z } from "zod";
import { isOfPolicy, tierNames } from "../classify/tiers";
import { couldBeFound, ownTier, whatIs } from "./baseline";
import type { Finding, Report } from "./report";

/** What `--history DIR` keeps in DIR/drift-history.json: findings that are open, and the last that were repaired. */
const openSchema = z.strictObject({
  fingerprint: z.string(),
  what: z.string(),
  tier: z.enum(tierNames),
  urn: z.string().optional(),
  project: z.string().optional(),
  stack: z.string().optional(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  timesSeen: z.number().int().positive(),
});
const repairedSchema = z.strictObject({
  fingerprint: z.string(),
  what: z.string(),
  firstSeen: z.iso.datetime(),
  repairedAt: z.iso.datetime(),
});
export const historySchema = z.strictObject({
  history: z.literal("pulumi-payments drift"),
  version: z.literal(1),
  open: z.array(openSchema),
  repaired: z.array(repairedSchema),
});
export type History = z.output<typeof historySchema>;
type Open = z.output<typeof openSchema>;

export const emptyHistory: History = { history: "pulumi-payments drift", version: 1, open: [], repaired: [] };

/** Older repairs are forgotten, so that the file does not grow for ever. */
const repairsKept = 1_000;

/** How long an inactive endpoint has at the most until it is disabled ("Limits": inactive after 3 days, disabled after 7). */
const inactiveDaysMost = 4;
const msInDay = 86_400_000;

export interface Remembered {
  history: History;
  findings: Finding[];
  repaired: NonNullable<Report["repaired"]>;
}

/** What this look adds to what earlier ones knew. A finding that could not have been seen now is not called repaired. Pure. */
export function remember(
  before: History,
  seen: Pick<Report, "findings" | "stacks" | "completeness">,
  now: string,
): Remembered {
  const known = new Map(before.open.map((each) => [each.fingerprint, each]));
  const open = seen.findings.map((finding): Open => {
    const { fingerprint, urn, stack } = finding;
    const earlier = known.get(fingerprint);
    const place = stack === undefined ? {} : { project: stack.project, stack: stack.name };
    return {
      fingerprint,
      what: whatIs(finding),
      tier: ownTier(finding),
      ...(urn === undefined ? {} : { urn }),
      ...place,
      firstSeen: earlier?.firstSeen ?? now,
      lastSeen: now,
      timesSeen: (earlier?.timesSeen ?? 0) + 1,
    };
  });
  const current = new Map(open.map((each) => [each.fingerprint, each]));
  const missing = before.open.filter(({ fingerprint }) => !current.has(fingerprint));
  const unobserved = missing.filter((each) => !couldBeFound(each, seen));
  // Drifted once more, to something else: that is a finding of its own, and no repair.
  const drifting = new Set(seen.findings.flatMap(({ urn, policy }) => (policy ? [] : (urn ?? []))));
  const repaired = missing
    .filter((each) => couldBeFound(each, seen) && (isOfPolicy(each.tier) || !drifting.has(each.urn ?? "")))
    .map(({ fingerprint, what, firstSeen }) => ({ fingerprint, what, firstSeen, repairedAt: now }));
  const findings = seen.findings.map((finding) => withSince(finding, current.get(finding.fingerprint)!, now));
  const history: History = {
    ...before,
    open: [...current.values(), ...unobserved].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1)),
    repaired: [...before.repaired, ...repaired].slice(-repairsKept),
  };
  return { history, findings, repaired };
}

function withSince(finding: Finding, { firstSeen, timesSeen }: Open, now: string): Finding {
  const since = { firstSeen, timesSeen };
  if (!finding.fields.some(({ field, live }) => field === "status" && live === "inactive"))
    return { ...finding, since };
  const days = (Date.parse(now) - Date.parse(firstSeen)) / msInDay;
  return { ...finding, since, daysUntilDisabled: Math.max(0, Math.round((inactiveDaysMost - days) * 10) / 10) };
}
