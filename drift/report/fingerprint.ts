import { createHash } from "node:crypto";
import type { Finding } from "./report";

const length = 16;

/**
 * What a finding is known by, run after run: its tier, its resource and what is wanted and live. Another live value is
 * another finding, so that nothing is accepted that nobody saw. Times, folders and reasons don't count. Pure.
 */
export function fingerprintOf(finding: Omit<Finding, "fingerprint">): string {
  const { tier, urn, kind, name, id, serviceUrl, accountId, fields, policy } = finding;
  // A reason such as a time-out changes from night to night; that it could not be read is one finding.
  const seen =
    tier === "undetermined" ? [] : fields.map(({ field, wanted, live }) => [field, canonical(wanted), canonical(live)]);
  const facts = [
    tier,
    urn ?? [serviceUrl, accountId, name],
    kind,
    id,
    seen,
    ...(policy ? [policy.pack, policy.rule] : []),
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, length);
}

/** With the properties of objects in one order. Pure. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, canonical(inner)]));
}
