import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import { canonicalScopes } from "../../api/contract/scope.js";
import type { Stored } from "../../lifecycle/resource.js";
import type { ApiKeyKept } from "./schema.js";

/**
 * What state holds of a key after a reading. The value of a secret key is never taken from a reading, whatever it looks
 * like there (masked, cut, null, left out): only a creation or `adoptValue` gives it, and state keeps it ever after.
 */
export function apiKeyOutputsOf(
  live: ApiKeyRecord,
  stored: Stored<ApiKeyKept>,
  observedAt: string,
): Record<string, unknown> {
  const value = live.type === "publishable" ? (live.value ?? stored.outputs.value) : stored.outputs.value;
  return {
    ...stored.outputs,
    type: live.type,
    name: live.name,
    scopes: canonicalScopes(live.scopes),
    value,
    createdAt: live.createdAt ?? stored.outputs.createdAt,
    updatedAt: live.updatedAt ?? stored.outputs.updatedAt,
    lastUsed: live.lastUsed ?? stored.outputs.lastUsed,
    lastUsedObservedAt: observedAt,
  };
}

/** The key as state last knew it, for where nobody looked. */
export function apiKeyLiveOf(stored: Stored<ApiKeyKept>, id: string): ApiKeyRecord {
  const { name, type, scopes } = stored.outputs;
  return {
    id,
    name: typeof name === "string" ? name : "",
    type: type === "publishable" ? "publishable" : "secret",
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
  };
}
