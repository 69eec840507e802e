import { isElsewhere } from "./accounts";
import { fingerprintOf } from "./fingerprint";
import type { AccountResult, Finding, LiveKey } from "./report";

/** The keys that no stack of a complete set declares; those that carry another stack's tag are managed elsewhere. Pure. */
export function unmanagedIn(accounts: readonly AccountResult[]): Finding[] {
  return accounts.flatMap((account) =>
    account.unclaimed.filter((key) => !isElsewhere(key)).map((key) => findingOf(account, key)),
  );
}

function findingOf({ serviceUrl, accountId }: AccountResult, { id, name, type, scopes, madeFor }: LiveKey): Finding {
  const lost = `It carries the tag of ${madeFor}: a creation whose answer was lost may have left it.`;
  const finding: Omit<Finding, "fingerprint"> = {
    tier: "unmanaged",
    kind: "ApiKey",
    name,
    id,
    serviceUrl,
    accountId,
    fields: type === "secret" ? [{ field: "scopes", live: scopes }] : [],
    why: `a ${type} key that no stack declares.${madeFor === undefined ? "" : ` ${lost}`}`,
    next: "pulumi-payments keys --adopt-code prints the lines that adopt it; or delete it in the dashboard",
  };
  return { fingerprint: fingerprintOf(finding), ...finding };
}
