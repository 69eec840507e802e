import type { RecordedDifference, ResourceRecord } from "../../provider/report/record";
import { applePayAccess } from "../../provider/resources/apple-pay-domain-scopes/fields";
import { fieldOfObject } from "../../provider/text/field-of-object";
import { sameMeaning } from "../report/fingerprint";
import type { ReportField } from "../report/report";
import type { Tier } from "./tiers";

/** The arguments that a resource was last applied with, by state; a secret one, or one that is not known, is left out. */
export interface Applied {
  known: Readonly<Record<string, unknown>>;
  /** Names of arguments that state holds encrypted. */
  hidden: ReadonlySet<string>;
}

export interface Judgement {
  tier: Exclude<Tier, "unmanaged" | "accepted" | "violation" | "advisory">;
  fields: ReportField[];
  why: string;
}

/**
 * The one decision of the drift command: what a resource is, from what is live, what state holds and what was last
 * applied. Undefined: clean. Pure.
 */
export function decideTier(record: ResourceRecord, applied: Applied): Judgement | undefined {
  if (record.sight === "unknown") {
    return {
      tier: "undetermined",
      fields: [],
      why: `its live state could not be read: ${record.why ?? "no reason given"}`,
    };
  }
  if (record.sight === "absent") {
    return {
      tier: "gone",
      fields: [],
      why: `${record.label} ${record.className === "ApplePayDomainScopes" ? "were" : "was"} deleted behind Pulumi's back: ${record.why ?? "not listed"}.`,
    };
  }
  if (record.unseen || record.sides.status?.live === "unknown") {
    const why = "the service offers no read of such objects, or knows none of this id: nothing is known of it";
    return { tier: "undetermined", fields: [], why };
  }
  if (record.refusals.length > 0) {
    return { tier: "changed", fields: movedSides(record), why: record.refusals.join(" ") };
  }
  const judged = record.differences.map((difference) => ({
    difference,
    tier: tierOfField(record, difference, applied),
  }));
  const fieldsOf = (tier: Judgement["tier"]): ReportField[] =>
    judged
      .filter((each) => each.tier === tier)
      .map(({ difference }) => fieldOf(record, difference, applied))
      .sort(byName);
  const unhealthy = fieldsOf("unhealthy");
  if (unhealthy.length > 0) return { tier: "unhealthy", fields: unhealthy, why: `${record.label} does not deliver` };
  const gone = fieldsOf("gone");
  if (gone.length > 0) {
    const lost = gone.map(({ field, wanted }) => `${field} key ${wanted}`).join(" and ");
    const why = `the ${lost} of ${record.label} was deleted behind Pulumi's back`;
    return { tier: "gone", fields: [...gone, ...fieldsOf("changed")].sort(byName), why };
  }
  const changed = fieldsOf("changed");
  if (changed.length > 0) {
    const names = changed.map(({ field }) => field).join(" and ");
    return {
      tier: "changed",
      fields: changed,
      why: `${fieldOfObject(names, record.label)} differ${changed.length === 1 ? "s" : ""} live from what is declared`,
    };
  }
  const due = fieldsOf("due");
  if (due.length > 0) {
    const why = record.differences.flatMap((difference) => difference.due ?? []).join("; ");
    return { tier: "due", fields: due, why };
  }
  return pending(record, fieldsOf("pending-program")) ?? consequence(record);
}

function tierOfField(record: ResourceRecord, difference: RecordedDifference, applied: Applied): Judgement["tier"] {
  const { field, argument = field, live, due } = difference;
  if (record.className === "WebhookEndpoint" && field === "status") return "unhealthy";
  if (due !== undefined) return "due";
  // A rotation is state's own, and never gone itself: the key that it hands out may be.
  if (record.className === "RotatingApiKey" && field === "current") return "gone";
  if (difference.byProgram) return "pending-program";
  // Where state does not tell what was applied, what is live is not excused by it.
  if (applied.hidden.has(argument)) return "changed";
  if (sameMeaning(record.sides[argument]?.wanted, applied.known[argument])) return "changed";
  const before = appliedValue(record, difference, applied);
  return before === undefined || sameMeaning(live, before) ? "pending-program" : "changed";
}

/** The argument as last applied, in the form in which the field shows it. */
function appliedValue(
  { className }: ResourceRecord,
  { field, argument = field }: RecordedDifference,
  { known }: Applied,
): unknown {
  const value = known[argument];
  if (className === "ApplePayDomainScopes" && argument === "access") {
    return (applePayAccess as Record<string, readonly string[]>)[String(value)];
  }
  return value;
}

function pending(record: ResourceRecord, fields: ReportField[]): Judgement | undefined {
  const replaced = record.replacing.map(
    ({ field, wanted, stored }) => ({ field, wanted, stored, live: record.sides[field]?.live }) as ReportField,
  );
  const all = [...fields, ...replaced.filter(({ field }) => !fields.some((each) => each.field === field))].sort(byName);
  if (all.length > 0) {
    const names = all.map(({ field }) => field).join(" and ");
    return { tier: "pending-program", fields: all, why: `the program wants ${names} otherwise than it was applied` };
  }
  if (record.outdated.length === 0) return undefined;
  return {
    tier: "pending-program",
    fields: [],
    why: `the next up records in state, without a write to the service: ${record.outdated.join("; ")}`,
  };
}

function consequence({ unknownArguments, ignored }: ResourceRecord): Judgement | undefined {
  const unknown = unknownArguments.filter((name) => !ignored.includes(name));
  if (unknown.length === 0) return undefined;
  return {
    tier: "consequence",
    fields: [],
    why: `${unknown.join(", ")} can't be compared before what it depends on is applied`,
  };
}

function fieldOf(record: ResourceRecord, difference: RecordedDifference, applied: Applied): ReportField {
  const { field, wanted, stored, live, advice, due } = difference;
  if (due !== undefined) {
    const sentence = `${due.charAt(0).toUpperCase()}${due.slice(1)}.`;
    return JSON.parse(JSON.stringify({ field, wanted, live, advice: sentence })) as ReportField;
  }
  const before = appliedValue(record, difference, applied);
  return JSON.parse(JSON.stringify({ field, wanted, applied: before, stored, live, advice })) as ReportField;
}

/** The fields in which live is not what state holds, where no comparison was possible. */
function movedSides({ sides }: ResourceRecord): ReportField[] {
  return Object.entries(sides)
    .filter(([, { stored, live }]) => live !== undefined && !sameMeaning(stored, live))
    .filter(([field]) => !timesAndUse.has(field))
    .map(
      ([field, { wanted, stored, live }]) => JSON.parse(JSON.stringify({ field, wanted, stored, live })) as ReportField,
    )
    .sort(byName);
}

/** Fields that move without anybody changing anything. */
export const timesAndUse: ReadonlySet<string> = new Set(["createdAt", "updatedAt", "lastUsed"]);

function byName(a: ReportField, b: ReportField): number {
  return a.field < b.field ? -1 : 1;
}
