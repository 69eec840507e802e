import type { ApiKeyRecord, UpdateApiKeyBody } from "../../api/contract/api-key.js";
import { canonicalScopes, namespaceOf, sameScopes } from "../../api/contract/scope.js";
import type { Comparison, Difference, Stored } from "../../lifecycle/resource.js";
import { isRecorded } from "../../lifecycle/state.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";
import { areScopesAsShown, isNameAsShown } from "./shown-as.js";

/** Scopes in namespaces that another resource manages on this key, and the rest. */
export function split(
  scopes: readonly string[],
  delegated: readonly string[] = [],
): { own: string[]; delegated: string[] } {
  const isDelegated = (scope: string): boolean => {
    const namespace = namespaceOf(scope);
    return namespace !== undefined && delegated.includes(namespace);
  };
  return {
    own: canonicalScopes(scopes.filter((scope) => !isDelegated(scope))),
    delegated: canonicalScopes(scopes.filter(isDelegated)),
  };
}

/** A generated name is wanted for life; a declared one as declared; else whatever the key is called. */
function wantedName(args: Partial<ApiKeyArgs>, stored: Stored<ApiKeyKept>): string | undefined {
  return args.name ?? stored.kept.generatedName;
}

/** A live key against the declared one. Pure; shared by preview, adoption and the write itself. */
export function compareApiKey(args: Partial<ApiKeyArgs>, live: ApiKeyRecord, stored: Stored<ApiKeyKept>): Comparison {
  const differences: Difference[] = [];
  const notes: string[] = [];
  const { shownAs = {} } = stored.kept;
  const name = wantedName(args, stored);
  const storedName = stored.outputs.name;
  // Nobody wants either name, so nothing is planned; yet state hands one on that the key has no more.
  if (name === undefined && typeof storedName === "string" && !isRecorded(live.name, storedName)) {
    notes.push(
      `API key ${live.id} is called ${JSON.stringify(live.name)} by now, while state says ${JSON.stringify(storedName)}. No name is declared, so it stays; 'pulumi refresh' records it.`,
    );
  }
  if (name !== undefined && name !== live.name && !isNameAsShown(shownAs, name, live.name)) {
    differences.push({ field: "name", wanted: name, live: live.name, repairable: true });
  }
  if (live.type === "secret" && args.scopes !== undefined) {
    const { own } = split(live.scopes, args.delegatedScopes);
    if (!sameScopes(own, args.scopes) && !areScopesAsShown(shownAs, args.scopes, own)) {
      differences.push({ field: "scopes", wanted: canonicalScopes(args.scopes), live: own, repairable: true });
    }
  }
  return { differences, notes };
}

/** What to write so that the key is as declared, delegated scopes kept as they are now. Undefined: nothing. Pure. */
export function apiKeyUpdate(
  args: Partial<ApiKeyArgs>,
  live: ApiKeyRecord,
  stored: Stored<ApiKeyKept>,
  fields: ReadonlySet<string>,
): UpdateApiKeyBody | undefined {
  const body: UpdateApiKeyBody = {};
  for (const { field } of compareApiKey(args, live, stored).differences) {
    if (!fields.has(field)) continue;
    if (field === "name") body.name = wantedName(args, stored);
    else body.scopes = canonicalScopes([...(args.scopes ?? []), ...split(live.scopes, args.delegatedScopes).delegated]);
  }
  return Object.keys(body).length === 0 ? undefined : body;
}
