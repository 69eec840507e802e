import { isSameMeaning } from "../../provider/lifecycle/classify";
import type { Change, ResourceRecord } from "../../provider/report/record";
import { nearest } from "../../provider/text/near";
import { printable } from "../../provider/text/printable";
import { asDynamicUrn } from "../../provider/text/type-token";
import { timesAndUse } from "../classify/resource";
import type { Look } from "../classify/stack";
import { nameInUrn } from "../collect/state";
import { valueText } from "./formats/words";
import type { Finding } from "./report";

/** One field from every side, and what it counts as. */
export interface ExplainedField {
  field: string;
  wanted: unknown;
  stored: unknown;
  live: unknown;
  /** Whether an update would be planned for it, or something is amiss. */
  differs: boolean;
  /** Whether live state could be read; where not, nothing is known of `live`. */
  seen: boolean;
  why: string;
}

/** A resource as it can be named. */
export interface NamedResource {
  urn: string;
  id?: string | undefined;
}

/**
 * The urns of the resources that have this urn, else this id, else this logical name; each once. While a stack moves between
 * the two forms of the package, a resource has a urn of each: the last one counts. Pure.
 */
export function urnsOf(subject: string, known: readonly NamedResource[]): string[] {
  const having = (isMeant: (resource: NamedResource) => boolean): string[] => [
    ...new Map(known.filter(isMeant).map(({ urn }) => [asDynamicUrn(urn), urn])).values(),
  ];
  const ways = [
    having(({ urn }) => asDynamicUrn(urn) === asDynamicUrn(subject)),
    having(({ id }) => id === subject),
    having(({ urn }) => nameInUrn(urn) === subject),
  ];
  return ways.find((urns) => urns.length > 0) ?? [];
}

/** Pure. */
export function severalResources(subject: string, stack: string, urns: readonly string[]): string {
  return [
    `Stack ${printable(stack)} has ${urns.length} resources of ours with the name or id ${printable(subject)}. Name one by its urn:`,
    ...[...urns].sort().map((urn) => `  ${printable(urn)}`),
  ].join("\n");
}

/** Pure. */
export function noSuchResource(
  subject: string,
  stack: string,
  { failure }: Pick<Look, "failure">,
  known: readonly NamedResource[],
): string {
  const why = failure === undefined ? "" : ` (${failure})`;
  const near = nearest(
    nameInUrn(subject),
    known.map(({ urn }) => nameInUrn(urn)),
  );
  const [meant] = near === undefined ? [] : urnsOf(near, known);
  const asked = meant !== undefined && !subject.startsWith("urn:") ? nameInUrn(meant) : meant;
  const names = [...new Set(known.map(({ urn }) => nameInUrn(urn)))].sort();
  const listed = `${names.slice(0, shownNames).join(", ")}${names.length > shownNames ? ", …" : ""}`;
  const way =
    asked !== undefined
      ? `Did you mean ${asked}?`
      : names.length === 0
        ? "It holds none of ours. Run 'pulumi up' first, or name another stack with --stack."
        : `Name one of ${listed}. Run 'pulumi stack --show-urns' to see all.`;
  return printable(`Stack ${stack} holds no resource ${subject} of ours${why}. ${way}`);
}
const shownNames = 20;

/** Why each field counts as equal or not. Pure. */
export function explainFields(record: ResourceRecord): ExplainedField[] {
  return Object.entries(record.sides).map(([field, { desired, recorded: stored, live, set }]) => {
    const change = record.changes.findLast((each) => each.field === field && each.cause !== "unrecorded");
    const wanted = change?.desired ?? desired;
    const answer = (differs: boolean, why: string): ExplainedField => ({
      field,
      wanted,
      stored,
      live,
      seen: record.observed !== "unknown",
      differs,
      why,
    });
    if (record.observed !== "found")
      return answer(true, record.observed === "absent" ? "the object is gone" : "live state could not be read");
    if (change !== undefined) return answer(true, whyDifferent(change, live));
    if (record.ignored.includes(field) || record.ignored.includes("*"))
      return answer(false, "ignored: ignoreChanges names it");
    if (timesAndUse.has(field)) return answer(false, "moves by itself, and is never a difference");
    if (wanted === undefined) return answer(false, "not declared, so whatever is live is right");
    if (live === undefined) return answer(false, "the service does not show it; it counts for the provider alone");
    if (JSON.stringify(wanted) === JSON.stringify(live)) return answer(false, "equal");
    return answer(false, set ? "equal as a set, without what other resources manage" : "equal in meaning");
  });
}

function whyDifferent({ cause, replaces, advice, argument, live: own, repairable }: Change, live: unknown): string {
  if (cause === "due") return advice ?? "";
  if (cause === "unknown") return "not known before another resource is applied";
  if (replaces === "createOnly") return "create-only, and the program changed it: up replaces the object";
  const declared = argument === undefined ? "" : `, declared by ${argument}`;
  const compared = isSameMeaning(own, live)
    ? ""
    : `; of live, ${valueText(own)} is compared, the rest is left to others`;
  return `differs live${declared}${compared}${repairable ? "" : "; an update would not repair it"}`;
}

/** For a terminal. What is set on no side, and does not differ, is named in one line. Pure. */
export function explainText(
  urn: string,
  finding: Pick<Finding, "tier" | "why" | "next"> | undefined,
  fields: readonly ExplainedField[],
): string {
  const isBare = ({ wanted, stored, live, differs, seen }: ExplainedField): boolean =>
    wanted === undefined && stored === undefined && live === undefined && !(differs && seen);
  const lines = fields
    .filter((each) => !isBare(each))
    .map(({ field, wanted, stored, live, differs, seen, why }) =>
      [
        `${seen ? (differs ? "≠" : "=") : "?"} ${printable(field)}: ${printable(why)}`,
        `    wanted  ${valueText(wanted)}`,
        `    stored  ${valueText(stored)}`,
        `    live    ${seen ? valueText(live) : "not known"}`,
      ].join("\n"),
    );
  const bare = fields.filter(isBare).map(({ field }) => printable(field));
  if (bare.length > 0) lines.push(`not set: ${bare.join(", ")}`);
  const verdict =
    finding === undefined
      ? "clean: nothing differs"
      : `${finding.tier}: ${printable(finding.why)}\nnext: ${printable(finding.next)}`;
  return `${[printable(urn), verdict, ...lines].join("\n\n")}\n`;
}
