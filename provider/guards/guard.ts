import type { ApiKeyRecord, UpdateApiKeyBody } from "../api/contract/api-key";
import type { ApiKeyType } from "../api/contract/api-key-type";
import type { ApiKeyLookup } from "../api/service";
import type { Connection } from "../configuration/connection";
import type { DeletionGuard } from "../configuration/settings";

/** What the run knows of the value of a key. */
export interface KnownValue {
  value?: unknown;
  /** A person supplied the value; it did not come from the service. */
  isGiven: boolean;
}

export interface KeyCreation {
  write: "create";
  /** The declared name. Left out for a generated name, and where duplicates are allowed. */
  uniqueName?: string | undefined;
}

export interface KeyUpdate {
  write: "update";
  id: string;
  lookup?: ApiKeyLookup;
  known: KnownValue;
  /** The argument that a refusal names. */
  path: string;
  /** What to write on the key as it was just read. Undefined: nothing. */
  merge(now: ApiKeyRecord): UpdateApiKeyBody | undefined;
  /** The declared name that an update gives to the key, where duplicates are not allowed. */
  uniqueName?: string | undefined;
  /** State does not record the key yet. */
  adopts?: { type: ApiKeyType | undefined };
}

export interface KeyDeletion {
  /** `narrow`: a write that the caller sends itself and that may take scopes from the key. */
  write: "delete" | "replace" | "narrow";
  id: string;
  lookup?: ApiKeyLookup;
  known: KnownValue;
  deletionGuard: DeletionGuard;
  /** The last use that state records, ISO 8601. */
  recordedUse?: string | undefined;
  /** Why the key that was just read is not the one to delete, or must stay. Pure. */
  against?(live: ApiKeyRecord): Finding[];
  /** Whether the key is the run's credential, where the caller has proof. */
  self?: SelfVerdict | undefined;
}

/** A write on a key, as far as its guards need to know it. */
export type KeyWrite = KeyCreation | KeyUpdate | KeyDeletion;

export type SelfVerdict = "self" | "other" | "unknown";

/** Everything that the guards of one write decide from. Plain data; part of it is left out where no guard needs it. */
export interface Evidence {
  accountId: string;
  /** The key as it was just read. */
  live?: ApiKeyRecord;
  /** What an update writes. */
  body?: UpdateApiKeyBody | undefined;
  /** Whether the run authenticates with the key. */
  self?: SelfVerdict;
  /** Whether `PAYMENTS_ALLOW_SELF` names the key. */
  selfAllowed?: boolean;
  /** Whose credential the key may be. */
  connection: Pick<Connection, "profile" | "credentialKey">;
  use?: KeyUse;
  /** Keys of the same name that this run does not see in state, and the resource that declares the name as well. */
  namesakes?: Namesakes;
  /** The resource that records or manages the key to adopt. */
  recordedBy?: string | undefined;
  managedBy?: string | undefined;
}

/** Keys of one name. */
export interface Namesakes {
  declaredBy?: string | undefined;
  keys: readonly Pick<ApiKeyRecord, "id" | "createdAt">[];
  /** Of the resource that is to have the name; undefined: not known. */
  urn?: string | undefined;
}

/** Who used a key, as far as anybody knows. */
export interface KeyUse {
  /** Every last use that the service and state report, ISO 8601. */
  lastUses: readonly string[];
  /** The service shows `last_used` on some key: then its absence means no use (assumption `last-used-shown`). */
  isShown: boolean;
  /** By the clock that took the times, in milliseconds since 1970. */
  nowMs: number;
  /** `PAYMENTS_FORCE` names the key. */
  forced: boolean;
}

/** What a guard says of a write. */
export interface Finding {
  /** Name of the guard, or `ownership`: the key is not the one to write. */
  guard: string;
  why: string;
  /** The argument that the finding is about. Default: the one of the write. */
  path?: string;
  /** The write may go on. `run-warning`: the same line holds for other resources too. Default: a refusal. */
  severity?: "warning" | "run-warning";
}

/** One rule that may forbid a write. Pure. */
export interface Guard {
  readonly name: string;
  check(write: KeyWrite, evidence: Evidence): Omit<Finding, "guard">[];
  /** Whether a deletion must read the key again for this guard: always, if the guard decides by anything of the live key. */
  needsLive(deletion: KeyDeletion, self: SelfVerdict): boolean;
}
