import type { AccountRecord } from "./contract/account";
import type { ApiKeyRecord, CreateApiKeyBody, UpdateApiKeyBody } from "./contract/api-key";
import type { DeliveryStatus, EventRecord } from "./contract/event";
import type { WebhookEndpointRecord } from "./contract/webhook-endpoint";
import type { WebhookEndpointStatus } from "./contract/webhook-endpoint-status";
import type { CreationBaseline } from "./creation-evidence";
import type { PaymentServiceError } from "./errors";
import type { ListedKey, ShareWalk } from "./listed-key";

/** How the update of a key is sent; the document does not show the method ("Endpoints", API keys). */
export type UpdateMethod = "auto" | "PATCH" | "PUT" | "POST";

/** All times in milliseconds. */
export interface Timeouts {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
  /** Budget of one operation, all its attempts and waits together. */
  totalMs: number;
}

/** What it takes to talk to one service with one credential. Plain data: where it comes from is not this folder's concern. */
export interface ConnectionSettings {
  baseUrl: string;
  apiKey: string;
  timeouts: Timeouts;
  /** Requests in flight at the most. */
  maxConcurrency: number;
  updateMethod: UpdateMethod;
  /** How old a snapshot may be and still serve a decision. */
  snapshotMaxAgeMs: number;
  /** Time between the two agreeing walks that make a key absent. */
  absenceConfirmMs: number;
  /** A key younger than this, by the service's clock, is looked for again before it is judged. */
  newKeyGraceMs: number;
  /** Everything but GET is refused before a connection is opened. */
  readOnly?: boolean;
}

/** A list of keys, and the credential that reads it. */
export interface ListOfKeys {
  serviceUrl: string;
  accountId: string;
  apiKey: string;
}

/** As ShareWalk, for any list. */
export type ShareList = (list: ListOfKeys, ...share: Parameters<ShareWalk>) => ReturnType<ShareWalk>;

/** The edges, injected: time, waiting, randomness, and where a long wait is said. */
export interface Dependencies {
  /** A clock that only moves forward, for ages and budgets. */
  monotonicMs(): number;
  sleep(ms: number): Promise<void>;
  /** In [0, 1). */
  random(): number;
  /** One line about a wait or an oddity that a person should see. */
  say(line: string): void;
  /** Where the previews of one drift run share their lists. */
  shareList?: ShareList | undefined;
}

/**
 * What can be known of an object. `unknown` is never absence. `byUs`: this run deleted it. `byStateAlone`: it exists in state,
 * and nothing of it was seen at the service.
 */
export type Observation<Live> =
  | { state: "found"; live: Live; byStateAlone?: boolean }
  | { state: "absent"; why: string; byUs?: true }
  | { state: "unknown"; error: PaymentServiceError };

/** What may serve a reading: a snapshot, or only what is read after the call began. */
export type Freshness = "recent" | "now";

export interface ApiKeyLookup {
  /**
   * Age of the key by what the caller knows of its creation (ISO 8601, the service's own `created_at`); lets a key that
   * was created moments ago be looked for again before it is called absent.
   */
  createdAt?: string | undefined;
}

/** A key as it was read back after a write. */
export interface ModifiedKey extends ApiKeyRecord {
  /** It differs from the service's own answer to the write: somebody else changed it since, or the list lags. */
  changedSince?: true;
}

/** The API keys of one account. Reads share one snapshot; writes patch it. */
export interface ApiKeys {
  /** Every key, from a snapshot of at most `snapshotMaxAgeMs`; newest first. Throws PaymentServiceError. */
  all(): Promise<readonly ApiKeyRecord[]>;
  /** The key for a decision: from the snapshot, and absent only in the full sense (two agreeing walks). Never throws. */
  observe(id: string, lookup?: ApiKeyLookup): Promise<Observation<ApiKeyRecord>>;
  /** The key as it is now, read after this call began: a page around where it was last seen, else whole walks. Never throws. */
  observeNow(id: string, lookup?: ApiKeyLookup): Promise<Observation<ApiKeyRecord>>;
  /** Whether this run has proved that the key is absent, in the full sense. Sends nothing. */
  isProvedAbsent(id: string): boolean;
  /**
   * Whether the service shows `last_used` on any key of the account. What this process saw once counts, since the key
   * may be deleted by now. Throws PaymentServiceError.
   */
  showsLastUse(): Promise<boolean>;
  /** The service's clock now, by its last list, in milliseconds since 1970; undefined where no list told it. */
  serviceNowMs(): number | undefined;
  /**
   * Every live key of this name, however a service spells it (see sameName), from a snapshot. Throws PaymentServiceError,
   * also where there is none and a listed key may be it, since its name did not arrive whole.
   */
  findByName(name: string): Promise<readonly ApiKeyRecord[]>;
  /**
   * Every live key of this name, in the full sense: an empty list means two agreeing walks that began after this
   * call, at least `absenceConfirmMs` apart, and one of them after `newKeyGraceMs` from the call. For resolving a create
   * whose answer was lost. Throws as `findByName` does.
   */
  findByNameNow(name: string): Promise<readonly ApiKeyRecord[]>;
  /**
   * Every live key of this name, for a decision: one at least, or absent in the full sense (two agreeing walks, at least
   * `absenceConfirmMs` apart). A key whose name cannot be read may be the one: then nothing is known. Never throws.
   */
  observeNamed(name: string, freshness: Freshness): Promise<Observation<readonly ApiKeyRecord[]>>;
  /** Every key that the list shows, those that cannot be read among them; newest first. Throws PaymentServiceError. */
  listed(freshness: Freshness): Promise<readonly ListedKey[]>;
  /** What is known before a creation: take it right before `create`. */
  baseline(): CreationBaseline;
  /** The first page of the list, read after the call began; callers at the same time share one request. Throws. */
  newest(): Promise<readonly ListedKey[]>;
  /**
   * Sent once, or again only where it provably never arrived or was refused. Throws `ambiguous` where it may have
   * happened, and where the answer is a key that this request did not create (`details.contrary`).
   *
   * @param before default: what is known when it is called
   */
  create(body: CreateApiKeyBody, before?: CreationBaseline): Promise<ApiKeyRecord>;
  /**
   * Changes a key: reads it right before, asks `merge` for the fields to write (undefined: nothing to write), writes
   * whole values, and reads back. Calls for one key run one after another. Throws; `not-found` only for true absence.
   */
  modify(
    id: string,
    merge: (live: ApiKeyRecord) => UpdateApiKeyBody | undefined,
    lookup?: ApiKeyLookup,
  ): Promise<ModifiedKey>;
  /** Deletes a key. `deleted`: 204 (or any 2xx); `already-absent`: 404 and absent in the full sense. Queued with `modify`. Throws. */
  delete(id: string, lookup?: ApiKeyLookup): Promise<"deleted" | "already-absent">;
}

/**
 * `unreadable`: the service offers no read of endpoints (a capability, decided once per account). With `mayBeMissing` it
 * answered 404, and nothing shows yet whether it reads endpoints at all or has none of this id.
 */
export type WebhookEndpointObservation =
  | Observation<WebhookEndpointRecord>
  | { state: "unreadable"; why: string; mayBeMissing?: true };

export interface WebhookEndpoints {
  /**
   * Reads an endpoint (assumed operation). 405, 501, or 404 while no read in this account ever succeeded: `unreadable`;
   * 404 after one succeeded (or with `wasReadable`: the caller knows from before that reads work), and again
   * `absenceConfirmMs` later: `absent`. Never throws.
   */
  observe(id: string, known?: { wasReadable?: boolean }): Promise<WebhookEndpointObservation>;
  /** PATCH `{status: "active"}`; the status that the answer showed, if it did. Throws. */
  enable(id: string): Promise<WebhookEndpointStatus | undefined>;
}

/** One account at one service. Stands for the header `payments-account`. */
export interface PaymentAccount {
  readonly accountId: string;
  readonly serviceUrl: string;
  readonly apiKeys: ApiKeys;
  readonly webhookEndpoints: WebhookEndpoints;
  /** GET /v1/accounts: an assumed shape. Throws. */
  accounts(): Promise<readonly AccountRecord[]>;
  /** GET /v1/events?delivery_status=…: an assumed shape. Throws. */
  events(filter?: { deliveryStatus?: DeliveryStatus }): Promise<readonly EventRecord[]>;
}

/** One service with one credential: shares connections, the rate, and the method of updates among its accounts. */
export interface PaymentService {
  /** Normalised: see `normaliseServiceUrl`. */
  readonly serviceUrl: string;
  account(accountId: string): PaymentAccount;
  close(): Promise<void>;
}
