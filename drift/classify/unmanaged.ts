import { fingerprintOf } from "../report/fingerprint";
import { nextFor } from "../report/next";
import type { AccountResult, Finding, LiveKey } from "../report/report";
import { isElsewhere } from "./accounts";

/** The keys that no stack of a complete set declares; those that carry another stack's tag are managed elsewhere. Pure. */
export function unmanagedIn(accounts: readonly AccountResult[]): Finding[] {
  return accounts.flatMap((account) =>
    account.unclaimed.filter((key) => !isElsewhere(key)).map((key) => findingOf(account, key)),
  );
}

function findingOf(
  { serviceUrl, accountId, listedBy }: AccountResult,
  { id, name, type, scopes, madeFor }: LiveKey,
): Finding {
  const lost = `It carries the tag of ${madeFor}: a creation whose answer was lost may have left it.`;
  const about = { tier: "unmanaged", kind: "ApiKey", id } as const;
  const finding: Omit<Finding, "fingerprint"> = {
    ...about,
    name,
    serviceUrl,
    accountId,
    fields: type === "secret" ? [{ field: "scopes", live: scopes }] : [],
    why: `a ${type} key that no stack declares.${madeFor === undefined ? "" : ` ${lost}`}`,
    next: nextFor(about, listedBy[0]),
  };
  return { fingerprint: fingerprintOf(finding), ...finding };
}
