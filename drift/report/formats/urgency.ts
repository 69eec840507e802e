import { everyScope } from "../../../provider/api/contract/scope";
import { tierNames } from "../../classify/tiers";
import type { Finding } from "../report";

/** Whoever has such a key can do everything in the account, and no program says who that is. */
export function holdsEveryScope({ tier, fields }: Finding): boolean {
  const scopes = fields.find(({ field }) => field === "scopes")?.live;
  return tier === "unmanaged" && Array.isArray(scopes) && scopes.includes(everyScope);
}

/** The lower, the more it asks for: what is gone, then keys that nobody declares and that may do everything. */
export function urgencyOf(finding: Finding): number {
  if (finding.tier === "gone") return 0;
  return holdsEveryScope(finding) ? 1 : 2 + tierNames.indexOf(finding.tier);
}

/** `1 gone, 3 changed` */
export function tierCounts(findings: readonly Finding[]): string {
  const byTier = Map.groupBy(findings, ({ tier }) => tier);
  return tierNames
    .flatMap((tier) => {
      const count = byTier.get(tier)?.length;
      return count === undefined ? [] : [`${count.toLocaleString("en-US")} ${tier}`];
    })
    .join(", ");
}
