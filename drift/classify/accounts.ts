import { readGeneratedName } from "../../provider/lifecycle/generated-name";
import type { StateResource } from "../collect/state";
import { fingerprintOf } from "../report/fingerprint";
import { nextFor } from "../report/next";
import type { AccountResult, Finding, LiveKey } from "../report/report";
import { compareStacks } from "../report/stack-order";
import type { Look } from "./stack";

/** Which of some resources holds a key, and which one made it. */
export interface KeyOwners {
  /** The urn of the resource that holds the key of this id in this account. */
  recordedBy(id: string, accountId: string): string | undefined;
  /** Resources of which it can't be told which keys they hold. */
  unreadable: readonly string[];
  /** The urn of the resource that a key of this name was made for. */
  urnFor(name: string): string | undefined;
}
export type FindKeyOwners = (resources: readonly StateResource[]) => KeyOwners;

/** What these stacks saw of each account, and which live keys none of them holds. Pure. */
export function accountsOf(looks: readonly Look[], findKeyOwners: FindKeyOwners): AccountResult[] {
  const { recordedBy, unreadable, urnFor } = findKeyOwners(looks.flatMap(({ state = [] }) => state));
  const all = listings(looks);
  const places = new Set(all.map(({ place }) => place));
  return [...places].sort().map((place) => {
    const lists = all.filter((each) => each.place === place);
    const { serviceUrl, accountId } = lists[0]!;
    const seen = lists.map((list) => new Set(list.keys.map(({ id }) => id)));
    // Made or deleted between two looks: what not all of them saw is left to the next run.
    const keys = lists[0]!.keys.filter(({ id }) => seen.every((ids) => ids.has(id)));
    const unclaimed = keys
      .filter(({ id }) => recordedBy(id, accountId) === undefined)
      .map((key): LiveKey => {
        const tag = readGeneratedName(key.name)?.tag;
        const madeFor = urnFor(key.name);
        return { ...key, ...(tag === undefined ? {} : { tag }), ...(madeFor === undefined ? {} : { madeFor }) };
      })
      // Whether such a resource holds the key is encrypted: it may well be the one in use.
      .filter(({ madeFor }) => madeFor === undefined || !unreadable.includes(madeFor))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      serviceUrl,
      accountId,
      listedBy: lists.map(({ stack }) => stack).sort(compareStacks),
      keys: keys.length,
      unclaimed,
      managedElsewhere: unclaimed.filter(isElsewhere).length,
    };
  });
}

/** The key carries a tag, and it is not that of a resource which was looked at: another stack made it. Pure. */
export const isElsewhere = ({ tag, madeFor }: LiveKey): boolean => tag !== undefined && madeFor === undefined;

/** The accounts that resources live in and no look could list. Pure. */
export function unlistedAccounts(looks: readonly Look[]): string[] {
  const listed = new Set(listings(looks).map(({ accountId }) => accountId));
  const held = looks.flatMap(({ state = [] }) => state.map(({ outputs }) => outputs.accountId));
  return [...new Set(held)].filter((id): id is string => typeof id === "string" && !listed.has(id)).sort();
}

/** What each look saw of an account's keys. */
function listings(looks: readonly Look[]) {
  return looks.flatMap(({ stack, records }) =>
    records
      .filter((record) => record.record === "account")
      .map((record) => ({ ...record, stack, place: `${record.serviceUrl}\n${record.accountId}` })),
  );
}

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
