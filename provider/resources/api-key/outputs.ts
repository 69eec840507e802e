import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import { type ApiKeyType, apiKeyTypes } from "../../api/contract/api-key-type.js";
import { canonicalScopes } from "../../api/contract/scope.js";
import type { Stored } from "../../lifecycle/resource.js";
import type { ApiKeyArgs, ApiKeyKept } from "./schema.js";
import { shownAsFor } from "./shown-as.js";

/**
 * What state holds of a key after a reading. The value of a secret key is never taken from a reading, whatever it looks
 * like there (masked, cut, null, left out): only a creation or `adoptValue` gives it, and state keeps it ever after.
 * Which kind of key it is tells state too: a type never changes, and an answer that says so must not cost the value.
 */
export function apiKeyOutputsOf(
  live: ApiKeyRecord,
  stored: Stored<ApiKeyKept>,
  observedAt: string,
): Record<string, unknown> {
  const type = typeOf(stored) ?? live.type;
  const value = type === "publishable" ? (live.value ?? stored.outputs.value) : stored.outputs.value;
  return {
    ...stored.outputs,
    type,
    name: live.name,
    scopes: canonicalScopes(live.scopes),
    value,
    createdAt: live.createdAt ?? stored.outputs.createdAt,
    updatedAt: live.updatedAt ?? stored.outputs.updatedAt,
    lastUsed: live.lastUsed ?? stored.outputs.lastUsed,
    lastUsedObservedAt: observedAt,
  };
}

function typeOf(stored: Stored<ApiKeyKept>): ApiKeyType | undefined {
  return apiKeyTypes.find((type) => type === stored.outputs.type);
}

/** The key as state last knew it, for where nobody looked. */
export function apiKeyLiveOf(stored: Stored<ApiKeyKept>, id: string): ApiKeyRecord {
  const { name, scopes } = stored.outputs;
  return {
    id,
    name: typeof name === "string" ? name : "",
    type: typeOf(stored) ?? "secret",
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [],
  };
}

/** What is kept for these arguments beside what is kept for life. Pure. */
export function apiKeyKeptFor(args: Partial<ApiKeyArgs>, kept: Partial<ApiKeyKept>): ApiKeyKept {
  const wanted: ApiKeyKept = {};
  if (kept.generatedName) wanted.generatedName = kept.generatedName;
  if (kept.adopted) wanted.adopted = true;
  if (kept.adopted && args.deleteAdopted) wanted.deleteAdopted = true;
  if (args.deletionGuard !== undefined) wanted.deletionGuard = args.deletionGuard;
  const name = args.name ?? kept.generatedName;
  const shownAs = kept.shownAs && shownAsFor(kept.shownAs, { name, scopes: args.scopes });
  if (shownAs !== undefined) wanted.shownAs = shownAs;
  return wanted;
}
