import { isSameMeaning } from "../../provider/lifecycle/classify";
import type { Cause, Change, ResourceRecord } from "../../provider/report/record";
import { fieldOfObject } from "../../provider/text/field-of-object";
import type { ReportField } from "../report/report";
import type { Tier } from "./tiers";

export interface Classified {
  tier: Exclude<Tier, "unmanaged" | "accepted" | "violation" | "advisory">;
  fields: ReportField[];
  why: string;
}

/** What each cause means to whoever looks for drift. The provider tells the cause. */
const tierOf = {
  unhealthy: "unhealthy",
  gone: "gone",
  drift: "changed",
  due: "due",
  program: "pending-program",
  unrecorded: "pending-program",
  unknown: "consequence",
} as const satisfies Record<Cause, Classified["tier"]>;

/**
 * The finding that a record comes to: that of its gravest change. Undefined: clean. Pure.
 *
 * @param encrypted arguments that state holds encrypted: their values are not shown
 */
export function classifyResource(
  record: ResourceRecord,
  encrypted: ReadonlySet<string> = new Set(),
): Classified | undefined {
  const { observed, label, why, changes } = record;
  if (observed === "unknown") return undetermined(`its live state could not be read: ${why ?? "no reason given"}`);
  if (observed === "absent")
    return { tier: "gone", fields: [], why: `deleted outside Pulumi: ${label} (${why ?? "not listed"}).` };
  if (record.unobservable)
    return undetermined("the service offers no read of such objects, or knows none of this id: nothing is known of it");
  if (record.refusals.length > 0)
    return { tier: "changed", fields: movedFields(record, encrypted), why: record.refusals.join(" ") };
  const by = (...causes: Cause[]): Change[] => changes.filter(({ cause }) => causes.includes(cause));
  const [gravest] = (Object.keys(tierOf) as Cause[]).filter((cause) => by(cause).length > 0);
  if (gravest === undefined) return undefined;
  const found = by(gravest);
  const told = found.filter(({ cause }) => cause !== "unrecorded" && cause !== "unknown");
  const shown = gravest === "gone" ? by("gone", "drift") : told;
  // A create-only argument may be compared as well, which tells more.
  const fields = [...new Map(shown.map((change) => [change.field, fieldOf(change, encrypted)])).values()].sort(byName);
  return { tier: tierOf[gravest], fields, why: whyOf(gravest, found, fields, label) };
}

const undetermined = (why: string): Classified => ({ tier: "undetermined", fields: [], why });

function whyOf(cause: Cause, found: readonly Change[], fields: readonly ReportField[], label: string): string {
  const names = fields.map(({ field }) => field).join(" and ");
  const clauses = found.map(({ advice }) => advice).join("; ");
  switch (cause) {
    case "unhealthy":
      return `${label} does not deliver`;
    case "gone":
      return `deleted outside Pulumi: the ${found.map(({ field, desired }) => `${field} key ${desired}`).join(" and ")} of ${label}`;
    case "drift":
      return `${fieldOfObject(names, label)} differ${fields.length === 1 ? "s" : ""} live from what is declared`;
    case "due":
      return clauses;
    case "program":
      return `the program changed ${names} since the last up`;
    case "unrecorded":
      return `the next up records in state, without a write to the service: ${clauses}`;
    case "unknown":
      return `${found.map(({ field }) => field).join(", ")} can't be compared before what it depends on is applied`;
  }
}

/** A change as the report shows it. */
function fieldOf(change: Change, encrypted: ReadonlySet<string>): ReportField {
  const { field, argument = field, desired: wanted, recorded: stored, live, cause, advice } = change;
  if (cause === "due") {
    const clause = advice ?? "";
    return withoutGaps({ field, wanted, live, advice: `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.` });
  }
  const applied = encrypted.has(argument) ? undefined : change.lastApplied;
  return hidden({ field, wanted, applied, stored, live, advice }, encrypted);
}

/** The fields in which live is not what state holds, where no comparison was possible. */
function movedFields({ sides }: ResourceRecord, encrypted: ReadonlySet<string>): ReportField[] {
  return Object.entries(sides)
    .filter(
      ([field, { recorded, live }]) => live !== undefined && !isSameMeaning(recorded, live) && !timesAndUse.has(field),
    )
    .map(([field, { desired: wanted, recorded: stored, live }]) => hidden({ field, wanted, stored, live }, encrypted))
    .sort(byName);
}

/** Fields that move without anybody changing anything. */
export const timesAndUse: ReadonlySet<string> = new Set(["createdAt", "updatedAt", "lastUsed"]);

/** An argument that state holds encrypted stays unseen, whatever the program makes of it. */
function hidden(field: { field: string; [side: string]: unknown }, encrypted: ReadonlySet<string>): ReportField {
  return withoutGaps(encrypted.has(field.field) ? { ...field, wanted: mark, stored: mark, live: mark } : field);
}
const mark = "[secret]";

function withoutGaps(field: object): ReportField {
  return JSON.parse(JSON.stringify(field)) as ReportField;
}

function byName(a: ReportField, b: ReportField): number {
  return a.field < b.field ? -1 : 1;
}
