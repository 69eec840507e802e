import { z } from "zod";
import { withoutSecrets } from "../../provider/text/outgoing";
import { jsonText } from "../../provider/text/printable";
import { isOfPolicy, type Tier, tierNames } from "../classify/tiers";
import { type Finding, fieldSchema, type Report } from "./report";

/** The file of `--baseline`: what was accepted, by whom, why and until when. Sorted, so that a review sees what changed. */
const entrySchema = z.strictObject({
  what: z.string().meta({ description: "the resource or key, and where, for people" }),
  fingerprint: z.string(),
  tier: z.enum(tierNames),
  project: z.string().optional().meta({ description: "of the stack; left out for an unmanaged key" }),
  stack: z.string().optional(),
  fields: z.array(fieldSchema.pick({ field: true, wanted: true, live: true })),
  reason: z.string().min(1),
  owner: z.string().min(1),
  expires: z.iso.date().meta({ description: "last day on which it counts, UTC" }),
});
export type BaselineEntry = z.output<typeof entrySchema>;

export const baselineSchema = z.strictObject({
  baseline: z.literal("pulumi-payments drift"),
  version: z.literal(1),
  entries: z.array(entrySchema),
});
export type Baseline = z.output<typeof baselineSchema>;

export const emptyBaseline: Baseline = { baseline: "pulumi-payments drift", version: 1, entries: [] };

/** The text of the file: the same entries give the same bytes. Pure. */
export function writeBaseline({ entries, ...head }: Baseline): string {
  const key = ({ what, fingerprint }: BaselineEntry): string => `${what}\n${fingerprint}`;
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return `${jsonText({ ...head, entries: sorted.map((entry) => entrySchema.parse(entry)) }, 2)}\n`;
}

/** The title of a finding on a line of its own. Pure. */
export function whatIs({ kind, name, id, stack, accountId, policy }: Finding): string {
  const where = stack === undefined ? `account ${accountId}` : `${stack.project}/${stack.name}`;
  return `${kind} ${name}${id === undefined || stack !== undefined ? "" : ` (${id})`} in ${where}${policy === undefined ? "" : `, rule ${policy.rule}`}`;
}

/** A baseline that also accepts these findings; an entry for one that it has already is replaced. Pure. */
export function accept(
  before: Baseline,
  findings: readonly Finding[],
  grounds: Pick<BaselineEntry, "reason" | "owner" | "expires">,
): Baseline {
  const added = findings.map((finding): BaselineEntry => {
    const { fingerprint, stack, fields } = finding;
    const place = stack === undefined ? {} : { project: stack.project, stack: stack.name };
    const current = fields.map(({ field, wanted, live }) => JSON.parse(JSON.stringify({ field, wanted, live })));
    return withoutSecrets({
      what: whatIs(finding),
      fingerprint,
      tier: ownTier(finding),
      ...place,
      fields: current,
      ...grounds,
    });
  });
  const kept = before.entries.filter(({ fingerprint }) => added.every((each) => each.fingerprint !== fingerprint));
  return { ...before, entries: [...kept, ...added] };
}

/** What is needed of an entry to accept a finding by it. */
type Acceptance = Omit<BaselineEntry, "fields">;

/** What a baseline makes of findings. */
export interface BaselineOutcome {
  findings: Finding[];
  baseline: NonNullable<Report["baseline"]>;
}

/** What the baseline makes of findings. An entry whose day has passed accepts nothing. Pure. */
export function applyBaseline(
  { entries }: { entries: readonly Acceptance[] },
  current: Pick<Report, "findings" | "stacks" | "completeness">,
  today: string,
): BaselineOutcome {
  const valid = new Map(entries.filter(({ expires }) => expires >= today).map((entry) => [entry.fingerprint, entry]));
  const findings = current.findings.map((finding): Finding => {
    const entry = valid.get(finding.fingerprint);
    if (entry === undefined) return finding;
    const { reason, owner, expires } = entry;
    return { ...finding, tier: "accepted", accepted: { tier: ownTier(finding), reason, owner, expires } };
  });
  const found = new Set(current.findings.map(({ fingerprint }) => fingerprint));
  const summaryOfEntry = ({ fingerprint, what: why, owner, expires }: Acceptance) => ({
    fingerprint,
    why,
    owner,
    expires,
  });
  const expired = entries.filter(({ expires }) => expires < today).map(summaryOfEntry);
  const stale = [...valid.values()]
    .filter((entry) => !found.has(entry.fingerprint) && couldBeFound(entry, current))
    .map(summaryOfEntry);
  const ofAccounts = [...valid.values()]
    .filter(({ stack }) => stack === undefined)
    .map(({ fingerprint, what, tier, reason, owner, expires }) => ({
      fingerprint,
      what,
      tier,
      reason,
      owner,
      expires,
    }));
  return { findings, baseline: { expired, stale, ...(ofAccounts.length === 0 ? {} : { ofAccounts }) } };
}

/** The tier that a finding has, whatever was accepted. Pure. */
export const ownTier = ({ tier, accepted }: Finding): Tier => accepted?.tier ?? tier;

/** Where a finding belongs: to a stack, or, where that is left out, to an account. */
interface FindingPlace {
  project?: string | undefined;
  stack?: string | undefined;
  tier: Tier;
}

/** Whether this run could have found a finding of this tier and place. Only then does its absence mean anything. Pure. */
export function couldBeFound(
  { project, stack, tier }: FindingPlace,
  { stacks, completeness }: Pick<Report, "stacks" | "completeness">,
): boolean {
  if (stack === undefined) return completeness.unmanaged === "looked-for";
  return stacks.some(
    (each) =>
      each.stack.project === project &&
      each.stack.name === stack &&
      (isOfPolicy(tier) ? each.policy === "judged" : each.outcome === "looked"),
  );
}
