import { fingerprintOf } from "../report/fingerprint";
import type { Finding } from "../report/report";

/** Marks what only shows because the key that it hangs on does: repairing the key repairs it too. Pure. */
export function withConsequences(findings: readonly Finding[]): Finding[] {
  const keys = new Map<string, Finding>();
  for (const finding of findings) {
    if (finding.kind === "ApiKey" && finding.urn !== undefined)
      keys.set(`${finding.accountId}\n${finding.id}`, finding);
  }
  return findings.map((finding) => {
    if (finding.kind !== "ApplePayDomainScopes") return finding;
    const key = keys.get(`${finding.accountId}\n${finding.id}`);
    if (key?.urn === undefined || !follows(finding, key)) return finding;
    const { fingerprint: _, ...rest } = finding;
    const consequence: Omit<Finding, "fingerprint"> = {
      ...rest,
      tier: "consequence",
      because: key.urn,
      why: `${finding.why} It follows from ApiKey ${key.name}, which is ${key.tier}.`,
      next: `repair ApiKey ${key.name}`,
    };
    return { fingerprint: fingerprintOf(consequence), ...consequence };
  });
}

function follows(finding: Finding, key: Finding): boolean {
  if (finding.tier === "gone") return key.tier === "gone";
  const everything = key.fields.some(
    ({ field, live }) => field === "scopes" && Array.isArray(live) && live.includes("*"),
  );
  return finding.tier === "changed" && key.tier === "changed" && everything;
}
