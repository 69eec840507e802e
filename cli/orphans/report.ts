import { jsonText } from "../../provider/text/printable";
import { exitCodeOf } from "../exit-codes";
import { printable } from "../printable";
import type { Classification, Orphan } from "./classify";
import type { Removal } from "./remove";

export interface OrphansReport {
  stacks: readonly string[];
  classification: Classification;
  undetermined: readonly string[];
  /** Whether a list and a state could be read at all. */
  isObserved: boolean;
  /** Empty where nothing was to be removed. */
  removals: readonly Removal[];
}

const isRemoved = ({ removals }: OrphansReport, { id }: Orphan): boolean =>
  removals.some((each) => each.id === id && each.removed);

/** What is left counts. Pure. */
export function exitOf(report: OrphansReport): number {
  const { classification, undetermined, removals } = report;
  return exitCodeOf({
    found:
      classification.orphans.some((orphan) => !isRemoved(report, orphan)) || removals.some(({ removed }) => !removed),
    undetermined: undetermined.length > 0 || classification.unclear.length > 0,
  });
}

export function asJson(report: OrphansReport): string {
  const { stacks, classification, undetermined, removals } = report;
  const { orphans, unclear, recorded: held, keys, ofOthers } = classification;
  const shown = orphans.map(({ record, ...orphan }) => ({
    ...orphan,
    type: record?.type,
    scopes: record?.scopes,
    createdAt: record?.createdAt,
    lastUsed: record?.lastUsed,
  }));
  const value = {
    version: 1,
    exitCode: exitOf(report),
    stacks,
    ofOthers,
    keys,
    held,
    orphans: shown,
    unclear,
    undetermined,
    removals,
  };
  return `${jsonText(value, 2)}\n`;
}

export function asText(report: OrphansReport): string {
  const { classification, undetermined, removals } = report;
  const left = classification.orphans.filter((orphan) => !isRemoved(report, orphan));
  return `${[
    ...classification.orphans.flatMap((orphan) => describe(orphan)),
    ...removals.map(
      (removal) =>
        `${removal.id}: ${removal.removed ? `removed${removal.note ? ` (${removal.note})` : ""}` : `not removed: ${removal.why}`}`,
    ),
    ...classification.unclear.map((line) => `unclear: ${line}`),
    ...undetermined.map((line) => `not read: ${line}`),
    summaryOf(report, left),
    ...next(left, removals.length > 0),
  ]
    .map(printable)
    .join("\n")}\n`;
}

function describe({ id, name, accountId, serviceUrl, urn, stack, record, wasBeingMade }: Orphan): string[] {
  const created = record?.createdAt === undefined ? "" : `, created ${record.createdAt}`;
  const used = record?.lastUsed === undefined ? "no use shown" : `last used ${record.lastUsed}`;
  return [
    `orphan ${id}  ${name}`,
    `  in account ${accountId} at ${serviceUrl}${created}, ${used}, scopes ${record?.scopes.join(" ") ?? "not readable"}`,
    `  made for ${urn} of ${stack}${wasBeingMade ? ", whose creation never ended: its value is lost" : ", which does not hold it"}`,
  ];
}

function summaryOf(
  { classification, stacks, undetermined, isObserved }: OrphansReport,
  left: readonly Orphan[],
): string {
  if (!isObserved) return "Whether there are orphans is not known.";
  const { keys, recorded, ofOthers } = classification;
  const found = left.length === 0 ? "no orphan" : `${left.length} ${left.length === 1 ? "orphan" : "orphans"}`;
  const certain = undetermined.length === 0 && classification.unclear.length === 0 ? "" : " among what could be read";
  const others =
    ofOthers === 0
      ? ""
      : `, ${ofOthers} carry tags that are not of ${stacks.length === 1 ? "this stack" : "these stacks"}`;
  return `${found}${certain}: ${keys} keys, ${recorded} held by ${stacks.length === 1 ? stacks[0] : `${stacks.length} stacks`}${others}.`;
}

function next(left: readonly Orphan[], wasTold: boolean): string[] {
  if (left.length === 0 || wasTold) return [];
  return [`To remove one: --delete ${left[0]!.id}   To remove all of them: --delete-all --yes`];
}
