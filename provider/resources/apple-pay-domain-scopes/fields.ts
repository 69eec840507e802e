import { z } from "zod";
import type { ApiKeyRecord } from "../../api/contract/api-key";
import { applePayNamespace, canonicalScopes, everyScope, namespaceOf, sameScopes } from "../../api/contract/scope";
import { accountFields } from "../../lifecycle/accounts";
import type { InputsOf } from "../../lifecycle/field-table";
import { field } from "../../lifecycle/inputs";
import type { Comparison, RecordedState, TableField } from "../../lifecycle/resource";
import { areScopesAsShown, shownAsSchema } from "../api-key/normalization";

/** What each access means in scopes ("Resources and their fields", ApiKey: scope values). */
export const applePayAccess = {
  read: [`${applePayNamespace}:read`],
  write: [`${applePayNamespace}:write`],
  readWrite: [`${applePayNamespace}:read`, `${applePayNamespace}:write`],
} as const;
const accessNames = ["read", "write", "readWrite"] as const;

/** The access that stands for these scopes of the namespace; undefined: none does. Pure. */
export const accessOf = (scopes: readonly string[]): keyof typeof applePayAccess | undefined =>
  accessNames.find((access) => sameScopes(applePayAccess[access], scopes));

/** What read and delete need to know and the service does not tell. */
export const applePayDomainScopesPrivateState = z
  .object({
    /** The scopes of the namespace that the key held before; destroy puts them back. */
    found: z.array(z.string()),
    /** Creation time of the key: a list may lag behind a young one. */
    keyCreatedAt: z.string(),
    /** What the service makes of the scopes of the declared access: no difference. */
    shownAs: shownAsSchema,
  })
  .partial();
export type ApplePayDomainScopesPrivateState = z.output<typeof applePayDomainScopesPrivateState>;

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
export const scopesWith = (all: readonly string[], previous: readonly string[] = []): string[] =>
  canonicalScopes([...all.filter((scope) => namespaceOf(scope) !== applePayNamespace), ...previous]);

export const applePayDomainScopesFields = {
  apiKeyId: {
    input: field(z.string().min(1), {
      description:
        "The secret key that gets the scopes: an id, or an `ApiKey` that names `apple_pay_domains` in its `delegatedScopes`. Create-only: another key replaces the resource.",
      createOnly: true,
      typeName: "string | ApiKey",
    }),
    output: field(z.string(), { description: "Id of the key." }),
  },
  access: {
    input: field(z.enum(accessNames), {
      description:
        "`read`, `write` or `readWrite`: which of `apple_pay_domains:read` and `apple_pay_domains:write` the key holds.",
    }),
    output: field(z.enum(accessNames), {
      description: "The access that the scopes stand for, as last applied or read.",
    }),
    observe: ({ all }, { outputs }) => accessOf(inNamespace(all)) ?? outputs.access,
  },
  scopes: {
    output: field(z.array(z.string()), {
      description: "The `apple_pay_domains` scopes that the key holds, as last read, sorted.",
      typeName: "Scope[]",
    }),
    observe: ({ all }) => inNamespace(all),
  },
  ...accountFields("The merchant account that the key belongs to."),
} satisfies Record<string, TableField<LiveScopes, ApplePayDomainScopesPrivateState>>;

export type ApplePayDomainScopesArgs = InputsOf<typeof applePayDomainScopesFields>;

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
  { privateState: { shownAs = {} } }: Pick<RecordedState<ApplePayDomainScopesPrivateState>, "privateState"> = {
    privateState: {},
  },
): Comparison {
  const desired = args.access === undefined ? [] : canonicalScopes(applePayAccess[args.access]);
  if (live.all.includes(everyScope) && live.repairedHere) {
    const advice = "The key holds every scope. Its ApiKey restores the declared scopes first.";
    return {
      differences: [{ field: "scopes", argument: "access", desired, live: [everyScope], advice, repairable: true }],
    };
  }
  const refusals = refusalsFor(live);
  const follows = live.all.includes(everyScope) ? { follows: "scopes" } : {};
  if (refusals.length > 0 || args.access === undefined) return { differences: [], refusals, ...follows };
  const shown = inNamespace(live.all);
  if (sameScopes(desired, shown) || areScopesAsShown(shownAs, desired, shown)) return { differences: [] };
  return { differences: [{ field: "scopes", argument: "access", desired, live: shown, repairable: true }] };
}
