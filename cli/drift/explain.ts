import type { ResourceRecord } from "../../provider/report/record";
import { printable } from "../printable";
import { UsageProblem } from "../pulumi";
import { timesAndUse } from "./decide";
import { findEngine } from "./engine";
import { sameMeaning } from "./fingerprint";
import { shown } from "./formats/text";
import { judgeStack } from "./judge-stack";
import { lookAt, lookEnvironment } from "./look";
import type { Finding } from "./report";
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
  if (finding === undefined && !held) {
    const why = look.failure === undefined ? "" : ` (${look.failure})`;
    throw new UsageProblem(
      `Stack ${stack} holds no resource ${urn} of ours${why}. 'pulumi stack --show-urns' lists them.`,
    );
  }
  const record = look.records.findLast(
    (each): each is ResourceRecord => each.record === "resource" && each.urn === urn,
  );
  const fields = record === undefined ? [] : explainFields(record);
  const code = finding === undefined ? 0 : finding.tier === "undetermined" ? 3 : 2;
  if (json)
    return {
      text: `${JSON.stringify({ urn, tier: finding?.tier ?? "clean", why: finding?.why, fields }, null, 2)}\n`,
      code,
    };
  return { text: explainText(urn, finding, fields), code };
}

/** Why each field counts as equal or not. Pure. */
export function explainFields(record: ResourceRecord): ExplainedField[] {
  return Object.entries(record.sides).map(([field, { wanted, stored, live, set }]) => {
    const difference = record.differences.find((each) => each.field === field);
    const sides = { field, wanted: difference?.wanted ?? wanted, stored, live };
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

function explainText(urn: string, finding: Finding | undefined, fields: readonly ExplainedField[]): string {
  const lines = fields.map(({ field, wanted, stored, live, differs, why }) =>
    [
      `${differs ? "≠" : "="} ${printable(field)}: ${printable(why)}`,
      `    wanted  ${shown(wanted)}`,
      `    stored  ${shown(stored)}`,
      `    live    ${shown(live)}`,
    ].join("\n"),
  );
  const verdict =
    finding === undefined
      ? "clean: nothing differs"
      : `${finding.tier}: ${printable(finding.why)}\nnext: ${printable(finding.next)}`;
  return `${[printable(urn), verdict, ...lines].join("\n\n")}\n`;
}
