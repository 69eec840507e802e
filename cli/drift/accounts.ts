import { readGeneratedName } from "../../provider/lifecycle/generated-name";
import { recordedTag } from "../stack-tags";
import type { Look } from "./judge-stack";
import type { AccountResult, LiveKey } from "./report";
import { compareStacks } from "./stack-order";
import { classNameOf, textsIn } from "./state";

/** Resources that look after an object without holding it: what they name is not theirs. */
const notHolders = new Set(["ApplePayDomainScopes", "WebhookEndpoint"]);

/** What these stacks saw of each account, and which live keys none of them holds. Pure. */
export function accountsOf(looks: readonly Look[]): AccountResult[] {
  const claimed = claimsOf(looks);
  const tags = tagsOf(looks);
  const places = new Map<string, { serviceUrl: string; accountId: string }>();
  for (const { serviceUrl, accountId } of listings(looks))
    places.set(`${serviceUrl}\n${accountId}`, { serviceUrl, accountId });
  return [...places.keys()].sort().map((place) => {
    const { serviceUrl, accountId } = places.get(place)!;
    const lists = listings(looks).filter((each) => each.serviceUrl === serviceUrl && each.accountId === accountId);
    // Made or deleted between two looks: what not all of them saw is left to the next run.
    const keys = lists[0]!.keys.filter(({ id }) => lists.every((list) => list.keys.some((key) => key.id === id)));
    const unclaimed = keys
      .filter(({ id }) => !claimed.has(`${accountId}\n${id}`))
      .map((key): LiveKey => {
        const tag = readGeneratedName(key.name)?.tag;
        const madeFor = tag === undefined ? undefined : tags.get(tag);
        return { ...key, ...(tag === undefined ? {} : { tag }), ...(madeFor === undefined ? {} : { madeFor }) };
      })
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

function listings(looks: readonly Look[]) {
  return looks.flatMap(({ stack, records }) =>
    records.flatMap((record) => (record.record === "account" ? [{ ...record, stack }] : [])),
  );
}

function claimsOf(looks: readonly Look[]): Set<string> {
  const claims = new Set<string>();
  for (const resource of looks.flatMap(({ state = [] }) => state)) {
    if (notHolders.has(classNameOf(resource))) continue;
    for (const text of textsIn(resource)) claims.add(`${String(resource.outputs.accountId)}\n${text}`);
  }
  return claims;
}

function tagsOf(looks: readonly Look[]): Map<string, string> {
  const tags = new Map<string, string>();
  for (const resource of looks.flatMap(({ state = [] }) => state)) {
    const tag = recordedTag(resource);
    if (tag !== undefined) tags.set(tag, resource.urn);
  }
  return tags;
}
