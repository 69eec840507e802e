import type { ApiKeyRecord } from "../../api/contract/api-key.js";
import { everyScope } from "../../api/contract/scope.js";
import { sameAddress } from "../../configuration/address.js";
import type { Connection } from "../../configuration/connection.js";
import { setLine } from "../../configuration/lines.js";
import type { Scene } from "../../lifecycle/resource.js";
import { type Credential, judgeSelf, type SelfVerdict } from "./own-key.js";

/** What is about to be done to a key that the run may authenticate with. */
export type Doing = "delete" | "replace" | "narrow";

/** Everything that the guard of one write is decided from. Plain data. */
export interface Lockout {
  id: string;
  type: ApiKeyRecord["type"];
  /** As they are now. */
  scopes: readonly string[];
  doing: Doing;
  self: SelfVerdict;
  /** `PAYMENTS_ALLOW_SELF` names the key. */
  allowed: boolean;
  /** Whose credential it may be. */
  connection: Pick<Connection, "profile" | "credentialKey">;
}

/** `api_keys:*` is no documented scope, but one that a service may know. */
export const maySetKeys = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => [everyScope, "api_keys:write", "api_keys:*"].includes(scope));

/** Whether a key with the first scopes may do less with the second. Pure. */
export function narrows(now: readonly string[], next: readonly string[]): boolean {
  return !next.includes(everyScope) && now.some((scope) => !next.includes(scope));
}

const doings: Record<Doing, string> = {
  delete: "deleting it",
  replace: "replacing it",
  narrow: "taking scopes from it",
};

/** Why a write would lock the run out, or could, for all that is known. Pure. */
export function judgeLockOut(lockout: Lockout): string | undefined {
  const { id, type, scopes, doing, self, allowed, connection } = lockout;
  // A publishable key authenticates none of the operations that a run consists of.
  if (allowed || self === "other" || type === "publishable") return undefined;
  const forOnce = `To do it all the same, run this once with PAYMENTS_ALLOW_SELF=${id}.`;
  if (self === "self") {
    return `API key ${id} is the one that this run authenticates with, and ${doings[doing]} could lock it out. Give ${connection.credentialKey} another key first. ${forOnce}`;
  }
  if (!maySetKeys(scopes)) return undefined;
  const held = scopes.includes(everyScope) ? "every scope (*)" : "api_keys:write";
  const inDestroy =
    connection.profile === undefined
      ? "for destroy PAYMENTS_API_KEY_ID=<id>"
      : "destroy sees it after the next 'pulumi up'";
  return `API key ${id} holds ${held}, and nothing proves that it is not the one that this run authenticates with; ${doings[doing]} could lock the run out. Say which key the credential is: ${setLine("apiKeyId", connection.profile)} (${inDestroy}). ${forOnce}`;
}

/** The credentials of this run at one service, each once. */
function credentialsOf({ connection, configuration }: Pick<Scene, "connection" | "configuration">): Credential[] {
  const all = [configuration.main, ...configuration.profiles.values()].filter(
    (each) => each !== undefined && sameAddress(each.serviceUrl, connection.serviceUrl),
  );
  const byValue = new Map<string, Credential>();
  for (const each of [connection, ...all]) {
    const value = each!.settings.apiKey;
    byValue.set(value, { value, apiKeyId: byValue.get(value)?.apiKeyId ?? each!.apiKeyId });
  }
  return [...byValue.values()];
}

/** What is known of a key beside what the service shows. */
export interface Held {
  /** The value that state holds, or that the program gives. */
  value?: unknown;
  /** Somebody gave that value: it did not come from the service. */
  isGiven: boolean;
}

/** Whether a key is one that the run authenticates with; asks the service only where nothing else tells. */
export async function selfVerdict(
  scene: Pick<Scene, "account" | "connection" | "configuration">,
  id: string,
  { value, isGiven }: Held,
): Promise<SelfVerdict> {
  const heldValue = typeof value === "string" ? value : undefined;
  const evidence = { id, heldValue, credentials: credentialsOf(scene) };
  const verdict = judgeSelf({ ...evidence, shown: [] });
  if (verdict === "self" || (verdict === "other" && !isGiven)) return verdict;
  return judgeSelf({ ...evidence, shown: await scene.account.apiKeys.all() });
}

type Target = Pick<ApiKeyRecord, "id" | "type" | "scopes">;

/** Why this may not be done to the key: empty, or one refusal. */
export function lockOutRefusals(
  scene: Pick<Scene, "connection" | "configuration">,
  key: Target,
  doing: Doing,
  self: SelfVerdict,
): string[] {
  const { connection, configuration } = scene;
  const { id, type, scopes } = key;
  const allowed = configuration.allowSelf.has(id);
  const refusal = judgeLockOut({ id, type, scopes, doing, self, allowed, connection });
  return refusal === undefined ? [] : [refusal];
}

/** The same for a write of scopes. @param next undefined: they are not written */
export function narrowingRefusals(
  scene: Pick<Scene, "connection" | "configuration">,
  key: Target,
  next: readonly string[] | undefined,
  self: SelfVerdict,
): string[] {
  return next !== undefined && narrows(key.scopes, next) ? lockOutRefusals(scene, key, "narrow", self) : [];
}
