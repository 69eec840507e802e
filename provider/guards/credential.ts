import type { ApiKeyRecord } from "../api/contract/api-key";
import { everyScope } from "../api/contract/scope";
import { fitsVisible, tellsKeysApart, type VisibleValue } from "../api/visible-value";
import type { Connection } from "../configuration/connection";
import { setLine } from "../configuration/lines";
import type { Problem } from "../configuration/problem";
import type { Guard, SelfVerdict } from "./guard";

/** `api_keys:*` is no documented scope, but one that a service may know. */
export const maySetKeys = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => [everyScope, "api_keys:write", "api_keys:*"].includes(scope));

/** Whether a key with the first scopes may do less with the second. Pure. */
export function narrows(now: readonly string[], next: readonly string[] | undefined): boolean {
  return next !== undefined && !next.includes(everyScope) && now.some((scope) => !next.includes(scope));
}

const doings = {
  delete: "deleting it",
  replace: "replacing it",
  narrow: "taking scopes from it",
  update: "taking scopes from it",
};

/** The run keeps its own credential: a write must not delete the key that it authenticates with, or take scopes from it. */
export const credential: Guard = {
  name: "credential",
  needsLive: (_, self) => self !== "other",
  check(write, { live, body, self, selfAllowed, connection }) {
    if (write.write === "create" || live === undefined) return [];
    if (write.write === "update" && !narrows(live.scopes, body?.scopes)) return [];
    const { id, type, scopes } = live;
    // A publishable key authenticates none of the operations that a run consists of.
    if (selfAllowed || self === "other" || type === "publishable") return [];
    const doing = doings[write.write];
    const forOnce = `To do it anyway, run this once with PAYMENTS_ALLOW_SELF=${id}.`;
    if (self === "self") {
      const why = `API key ${id} is the one that this run authenticates with, and ${doing} could lock the run out. Give ${connection.credentialKey} another key first. ${forOnce}`;
      return [{ why }];
    }
    if (!maySetKeys(scopes)) return [];
    const scopesOfIt = scopes.includes(everyScope) ? "every scope (*)" : "api_keys:write";
    const inDestroy =
      connection.profile === undefined
        ? "for destroy PAYMENTS_API_KEY_ID=<id>"
        : "destroy sees it after the next 'pulumi up'";
    const why = `API key ${id} holds ${scopesOfIt}, and it may be the key that this run authenticates with, so ${doing} could lock the run out. Set the id of the credential's key: ${setLine("apiKeyId", connection.profile)} (${inDestroy}). ${forOnce}`;
    return [{ why }];
  },
};

/** The credential may write keys, where its own key is known. @param keys those of its account */
export function credentialProblems(
  keys: readonly Pick<ApiKeyRecord, "id" | "type" | "scopes">[],
  { apiKeyId, credentialKey }: Pick<Connection, "apiKeyId" | "credentialKey">,
): Problem[] {
  const own = keys.find((key) => key.id === apiKeyId);
  if (own === undefined || own.type === "publishable" || maySetKeys(own.scopes)) return [];
  const message = `the credential (API key ${own.id}) holds ${JSON.stringify(own.scopes)} and lacks api_keys:write. Add that scope to it, or use another key`;
  return [{ path: credentialKey, message }];
}

/** A credential of the run at the service of the key. */
export interface Credential {
  value: string;
  /** `payments:apiKeyId`, where it is known. */
  apiKeyId?: string | undefined;
}

/** What a list shows of one key; of a publishable one nothing that counts here. */
export interface ShownKey {
  id: string;
  visible?: VisibleValue | undefined;
}

/** What tells whether a key is one that the run authenticates with. Its last use does not: anybody may use any key. */
export interface SelfEvidence {
  id: string;
  /** The value that state holds of it. */
  recordedValue?: string | undefined;
  credentials: readonly Credential[];
  /** The keys of its account, itself among them. */
  shown: readonly ShownKey[];
}

/** Whether a key is one that the run authenticates with. Pure. */
export function selfVerdictOf(evidence: SelfEvidence): SelfVerdict {
  const verdicts = evidence.credentials.map((credential) => verdictFor(credential, evidence));
  if (verdicts.includes("self")) return "self";
  return verdicts.includes("unknown") ? "unknown" : "other";
}

function verdictFor({ value, apiKeyId }: Credential, { id, recordedValue, shown }: SelfEvidence): SelfVerdict {
  const own = shown.find((key) => key.id === id)?.visible;
  if (recordedValue === value) return "self";
  // A value that somebody gave for an adopted key may be another key's; what the list shows then contradicts it.
  const isBelievable = own === undefined || recordedValue === undefined || fitsVisible(recordedValue, own);
  if (recordedValue !== undefined && isBelievable) return "other";
  if (apiKeyId !== undefined) return apiKeyId === id ? "self" : "other";
  return verdictByShownPart(id, value, shown);
}

/**
 * By the visible part of redacted values. That it fits one key of the account alone says that the credential is that key,
 * and that what is shown is really part of a value, so that a key which it does not fit is another. Where it fits none,
 * the credential may be of another account, or what is shown no part of a value.
 */
function verdictByShownPart(id: string, value: string, shown: readonly ShownKey[]): SelfVerdict {
  const telling = shown.filter(({ visible }) => visible !== undefined && tellsKeysApart(visible));
  const fitting = telling.filter(({ visible }) => fitsVisible(value, visible!));
  if (fitting.length !== 1) return "unknown";
  if (fitting[0]!.id === id) return "self";
  return telling.some((key) => key.id === id) ? "other" : "unknown";
}
