import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import { applePayNamespace, canonicalScopes, everyScope, namespaceOf, sameScopes } from "../../api/contract/scope.js";
import type { Comparison, Stored } from "../../lifecycle/resource.js";
import { areScopesAsShown } from "../api-key/shown-as.js";
import { type ApplePayDomainScopesArgs, type ApplePayDomainScopesKept, applePayAccess } from "./schema.js";

/** What is seen of a key, as far as its Apple Pay scopes are concerned. */
export interface LiveScopes {
  keyId: string;
  type: ApiKeyRecord["type"];
  all: readonly string[];
  /** An ApiKey of this run changes the key: it puts the key's own scopes back before these are looked at again. */
  repairedHere: boolean;
}

export const inNamespace = (scopes: readonly string[]): string[] =>
  canonicalScopes(scopes.filter((scope) => namespaceOf(scope) === applePayNamespace));
/** A key's scopes with these in place of what it holds of the namespace. */
export const scopesWith = (all: readonly string[], held: readonly string[] = []): string[] =>
  canonicalScopes([...all.filter((scope) => namespaceOf(scope) !== applePayNamespace), ...held]);

/** Why the live key can't be given these scopes. Pure. */
export function refusalsFor(live: Omit<LiveScopes, "repairedHere">): string[] {
  if (live.type === "publishable") {
    return [`API key ${live.keyId} is publishable: the service ignores its scopes. Name a secret key.`];
  }
  if (live.all.includes(everyScope)) {
    return [
      `API key ${live.keyId} holds *, which is every scope already: adding to it means nothing and removing from it is not possible. Give the key explicit scopes first.`,
    ];
  }
  return [];
}

/** The key's Apple Pay scopes against the declared access. Pure. */
export function compareApplePayScopes(
  args: Partial<ApplePayDomainScopesArgs>,
  live: LiveScopes,
  { kept: { shownAs = {} } }: Pick<Stored<ApplePayDomainScopesKept>, "kept"> = { kept: {} },
): Comparison {
  const wanted = args.access === undefined ? [] : canonicalScopes(applePayAccess[args.access]);
  if (live.all.includes(everyScope) && live.repairedHere) {
    const advice = "The key holds every scope; its ApiKey puts the declared ones back first.";
    return {
      differences: [{ field: "scopes", argument: "access", wanted, live: [everyScope], advice, repairable: true }],
    };
  }
  const refusals = refusalsFor(live);
  if (refusals.length > 0 || args.access === undefined) return { differences: [], refusals };
  const held = inNamespace(live.all);
  if (sameScopes(wanted, held) || areScopesAsShown(shownAs, wanted, held)) return { differences: [] };
  return { differences: [{ field: "scopes", argument: "access", wanted, live: held, repairable: true }] };
}
