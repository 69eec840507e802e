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
import { findTargets } from "./targets";

export interface ExplainRequest {
  urn: string;
  stack: string;
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

/** Looks at the stack and explains one of its resources. @throws UsageProblem if state does not hold it */
export async function explainResource(request: ExplainRequest): Promise<{ text: string; code: number }> {
  const { urn, stack, cwd, timeoutMs, json } = request;
  const engine = await findEngine();
  const [target] = await findTargets({ cwds: [cwd], stacks: [stack], all: false }, engine);
  const environment = lookEnvironment(process.env);
  const look = await lookAt(target!, {
    engine,
    environment,
    timeoutMs,
    interrupted: new AbortController().signal,
    packs: { paths: [], configs: [] },
  });
  const finding = judgeStack(look).findings.find((each) => each.urn === urn);
  const held = look.state?.some((resource) => resource.urn === urn);
  if (look.state === undefined)
    throw new UsageProblem(
      `The state of stack ${printable(stack)} could not be read: ${printable(look.failure ?? "no reason given")}. 'pulumi stack ls' lists the stacks of the project.`,
    );
  if (finding === undefined && !held) throw new UsageProblem(noSuchResource(request, look));
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

/** Pure. */
function noSuchResource({ urn, stack }: ExplainRequest, { state = [], failure }: Look): string {
  const why = failure === undefined ? "" : ` (${failure})`;
  const near = nearest(
    nameInUrn(urn),
    state.map((resource) => nameInUrn(resource.urn)),
  );
  const meant = state.find((resource) => nameInUrn(resource.urn) === near)?.urn;
  const way = meant === undefined ? "'pulumi stack --show-urns' lists them." : `Did you mean ${meant}?`;
  return printable(`Stack ${stack} holds no resource ${urn} of ours${why}. ${way}`);
}

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
