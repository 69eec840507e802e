import type { ResourceRecord } from "../../provider/report/record";
import { nearest } from "../../provider/text/near";
import { jsonText } from "../../provider/text/printable";
import { printable } from "../printable";
import { UsageProblem } from "../pulumi";
import { timesAndUse } from "./decide";
import { findEngine } from "./engine";
import { sameMeaning } from "./fingerprint";
import { shown } from "./formats/text";
import { judgeStack, type Look } from "./judge-stack";
import { lookAt, lookEnvironment } from "./look";
import type { Finding } from "./report";
import { nameInUrn } from "./state";
import { findTarget } from "./targets";

export interface ExplainRequest {
  /** A urn, an id or a logical name. */
  subject: string;
  /** Default: the one that is selected. */
  stack: string | undefined;
  cwd: string;
  timeoutMs: number;
  json: boolean;
}

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

/** Looks at the stack and explains one of its resources. @throws UsageProblem if it can't tell which, or state does not hold it */
export async function explainResource(request: ExplainRequest): Promise<{ text: string; code: number }> {
  const { subject, cwd, timeoutMs, json } = request;
  const engine = await findEngine();
  const target = await findTarget(cwd, request.stack, engine);
  const stack = target.stack.name;
  const environment = lookEnvironment(process.env);
  const look = await lookAt(target, {
    engine,
    environment,
    timeoutMs,
    interrupted: new AbortController().signal,
    packs: { paths: [], configs: [] },
  });
  if (look.state === undefined)
    throw new UsageProblem(
      `The state of stack ${printable(stack)} could not be read: ${printable(look.failure ?? "no reason given")}. 'pulumi stack ls' lists the stacks of the project.`,
    );
  const { findings } = judgeStack(look);
  const known = [...look.state, ...findings.flatMap(({ urn, id }) => (urn === undefined ? [] : [{ urn, id }]))];
  const [urn, ...others] = urnsOf(subject, known);
  if (urn === undefined) throw new UsageProblem(noSuchResource(subject, stack, look, known));
  if (others.length > 0) throw new UsageProblem(severalResources(subject, stack, [urn, ...others]));
  const finding = findings.find((each) => each.urn === urn);
  const record = look.records.findLast(
    (each): each is ResourceRecord => each.record === "resource" && each.urn === urn,
  );
  const fields = record === undefined ? [] : explainFields(record);
  const code = finding === undefined ? 0 : finding.tier === "undetermined" ? 3 : 2;
  if (json)
    return {
      text: `${jsonText({ urn, tier: finding?.tier ?? "clean", why: finding?.why, fields }, 2)}\n`,
      code,
    };
  return { text: explainText(urn, finding, fields), code };
}

/** A resource as it can be named. */
export interface NamedResource {
  urn: string;
  id?: string | undefined;
}

/** The urns of the resources that have this urn, else this id, else this logical name; each once. Pure. */
export function urnsOf(subject: string, known: readonly NamedResource[]): string[] {
  const having = (isMeant: (resource: NamedResource) => boolean): string[] => [
    ...new Set(known.filter(isMeant).map(({ urn }) => urn)),
  ];
  const ways = [
    having(({ urn }) => urn === subject),
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
        ? "It holds none of ours."
        : `It holds ${listed}; 'pulumi stack --show-urns' lists all.`;
  return printable(`Stack ${stack} holds no resource ${subject} of ours${why}. ${way}`);
}
const shownNames = 20;

/** Why each field counts as equal or not. Pure. */
export function explainFields(record: ResourceRecord): ExplainedField[] {
  return Object.entries(record.sides).map(([field, { wanted, stored, live, set }]) => {
    const difference = record.differences.find((each) => each.field === field);
    const sides = { field, wanted: difference?.wanted ?? wanted, stored, live, seen: record.sight !== "unknown" };
    const answer = (differs: boolean, why: string): ExplainedField => ({ ...sides, differs, why });
    if (record.sight !== "found")
      return answer(true, record.sight === "absent" ? "the object is gone" : "live state could not be read");
    if (difference !== undefined) {
      const { live: own, due, repairable, argument } = difference;
      if (due !== undefined) return answer(true, due);
      const declared = argument === undefined ? "" : `, declared by ${argument}`;
      const compared = sameMeaning(own, live) ? "" : `; of live, ${shown(own)} is compared, the rest is left to others`;
      return answer(true, `differs live${declared}${compared}${repairable ? "" : "; an update would not repair it"}`);
    }
    if (record.replacing.some((each) => each.field === field))
      return answer(true, "create-only, and the program changed it: up replaces the object");
    if (record.unknownArguments.includes(field)) return answer(true, "not known before another resource is applied");
    if (record.ignored.includes(field) || record.ignored.includes("*"))
      return answer(false, "ignored: ignoreChanges names it");
    if (timesAndUse.has(field)) return answer(false, "moves by itself, and is never a difference");
    if (wanted === undefined) return answer(false, "not declared, so whatever is live is right");
    if (live === undefined) return answer(false, "the service does not show it; it counts for the provider alone");
    if (JSON.stringify(wanted) === JSON.stringify(live)) return answer(false, "equal");
    return answer(false, set ? "equal as a set, without what other resources manage" : "equal in meaning");
  });
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
        `    wanted  ${shown(wanted)}`,
        `    stored  ${shown(stored)}`,
        `    live    ${seen ? shown(live) : "not known"}`,
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
