import { fingerprintOf } from "../report/fingerprint";
import type { Finding } from "../report/report";

/** Of a resource whose object is a part of another: what the provider recorded of that. */
export interface Part {
  /** Class of the whole, which has the same id. */
  partOf: string;
  /** Field of the whole from which all that differs here follows. */
  follows?: string | undefined;
}

/**
 * Marks what only shows because the object that it is a part of does: repairing that repairs it too. Pure.
 *
 * @param parts by urn
 */
export function withConsequences(findings: readonly Finding[], parts: ReadonlyMap<string, Part>): Finding[] {
  const placeOf = (kind: string, { accountId, id }: Finding): string => [kind, accountId, id].join("\n");
  const wholes = new Map(findings.map((each) => [placeOf(each.kind, each), each]));
  return findings.map((finding) => {
    const part = parts.get(finding.urn ?? "");
    const whole = part && wholes.get(placeOf(part.partOf, finding));
    if (whole?.urn === undefined || !isConsequence(finding, whole, part?.follows)) return finding;
    const { fingerprint: _, ...rest } = finding;
    const consequence: Omit<Finding, "fingerprint"> = {
      ...rest,
      tier: "consequence",
      because: whole.urn,
      why: `${finding.why} It follows from ${whole.kind} ${whole.name}, which is ${whole.tier}.`,
      next: `repair ${whole.kind} ${whole.name}`,
    };
    return { fingerprint: fingerprintOf(consequence), ...consequence };
  });
}

function isConsequence({ tier }: Finding, whole: Finding, follows: string | undefined): boolean {
  if (tier === "gone") return whole.tier === "gone";
  return tier === "changed" && whole.tier === "changed" && whole.fields.some(({ field }) => field === follows);
}
