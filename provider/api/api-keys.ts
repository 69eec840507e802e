import type { Call, Caller } from "./call";
import {
  type ApiKeyRecord,
  apiKeySchema,
  sameName,
  type UpdateApiKeyBody,
  updateApiKeyBodySchema,
} from "./contract/api-key";
import { everyScope, sameScopes } from "./contract/scope";
import type { CreationBaseline } from "./creation-evidence";
import { definiteRefusals, type ErrorCode, PaymentServiceError } from "./errors";
import type { Answer } from "./exchange";
import { createKeyCreation } from "./key-creation";
import { createKeyList } from "./key-list";
import type { KeyQueue } from "./key-queue";
import { createKeySearch } from "./key-search";
import type { ListedKey, ShareWalk } from "./listed-key";
import { operations, updateOperation } from "./operations";
import { issuesOf, parseJson } from "./read-answer";
import type { ApiKeyLookup, ApiKeys, Dependencies, ModifiedKey } from "./service";
import { createSnapshot, type SnapshotSettings } from "./snapshot";
import type { UpdateMethodFinder } from "./update-method";

export interface ApiKeysParts {
  caller: Caller;
  accountId: string;
  settings: SnapshotSettings;
  updateMethod: UpdateMethodFinder;
  /** Writes on one key wait for each other. */
  queue: KeyQueue;
  share?: ShareWalk | undefined;
  dependencies: Dependencies;
}

/** The API keys of one account ("Endpoints", API keys). */
export function createApiKeys(parts: ApiKeysParts): ApiKeys {
  const { caller, accountId, settings, updateMethod, queue, share, dependencies } = parts;
  const list = createKeyList(caller, accountId, dependencies, share);
  const snapshot = createSnapshot(list, settings, dependencies);
  const said = new Set<string>();
  /** Readable keys by the list that they are of: many resources ask for one list. */
  const readable = new WeakMap<readonly ListedKey[], readonly ApiKeyRecord[]>();

  const callOn = (operation: Call["operation"], id: string): Call => ({
    operation,
    accountId,
    id,
    object: `API key ${id}`,
  });
  const attemptOf = (object: string) => caller.attemptOf({ operation: operations.listApiKeys, accountId, object });
  const search = createKeySearch({ accountId, list, snapshot, settings, dependencies, attemptOf });
  const creation = createKeyCreation({ caller, accountId, snapshot, search, dependencies });

  const fail = (call: Call, code: ErrorCode, reason: string, advice: string, answer?: Answer): PaymentServiceError =>
    new PaymentServiceError({
      code,
      attempt: caller.attemptOf(call),
      ...(answer === undefined ? {} : { status: answer.status }),
      reason,
      advice,
    });

  const sayOnce = (line: string): void => {
    if (said.has(line)) return;
    said.add(line);
    dependencies.say(line);
  };

  /** The key as it is now; throws where it is not, or where that cannot be known. */
  const present = async (call: Call, id: string, lookup: ApiKeyLookup | undefined): Promise<ApiKeyRecord> => {
    const now = await search.observeNow(id, lookup);
    if (now.state === "found") return now.live;
    if (now.state === "unknown") throw now.error;
    throw fail(call, "not-found", `there is no such key (${now.why})`, "Refresh the state, or create the key again.");
  };

  const change = async (
    id: string,
    merge: (live: ApiKeyRecord) => UpdateApiKeyBody | undefined,
    lookup: ApiKeyLookup | undefined,
  ): Promise<ModifiedKey> => {
    const planned = snapshot.lastSeen(id);
    const before = await present(callOn(updateOperation("PATCH"), id), id, lookup);
    const meanwhile = planned === undefined ? [] : changesOf(planned, before);
    if (meanwhile.length > 0) {
      dependencies.say(
        `API key ${id} of account ${accountId} was changed since this run read it: ${meanwhile.join("; ")}. The update starts from the current values.`,
      );
    }
    const wanted = merge(before);
    if (wanted === undefined) return before;
    const body = updateApiKeyBodySchema.safeParse(wanted);
    if (!body.success) {
      throw fail(
        callOn(updateOperation("PATCH"), id),
        "invalid-request",
        `not sent (${issuesOf(body.error)})`,
        "Fix the arguments.",
      );
    }
    const answer = await updateMethod
      .send(
        (method) => caller.call({ ...callOn(updateOperation(method), id), body: body.data }),
        () => present(callOn(updateOperation("PATCH"), id), id, lookup),
      )
      .catch(async (error: unknown) => {
        throw await notFoundOnlyIfAbsent(error, id, lookup);
      });
    const after = await present(callOn(operations.listApiKeys, id), id, lookup);
    const parsed = apiKeySchema.safeParse(parseJson(answer.text));
    const written = parsed.success && parsed.data.id === id ? parsed.data : undefined;
    const since = written === undefined ? [] : changesOf(written, after);
    const isOwnSpelling = written !== undefined && since.length === 0;
    const differing = differingFields(after, body.data, isOwnSpelling);
    if (differing.length > 0) {
      dependencies.say(
        `API key ${id} of account ${accountId} does not show the ${differing.join(" and ")} that were just written. Somebody else may be changing it, or the list lags. Run the preview again.`,
      );
    } else if (since.length > 0) {
      dependencies.say(
        `API key ${id} of account ${accountId} was changed by somebody else right after this run wrote it: ${since.join("; ")}. Run the preview again.`,
      );
    }
    return since.length > 0 ? { ...after, changedSince: true } : after;
  };

  const confirmDeleted = async (id: string, answer: Answer, lookup: ApiKeyLookup | undefined): Promise<void> => {
    const now = await search.observeNow(id, lookup);
    if (now.state === "unknown") throw now.error;
    if (now.state === "absent") return;
    throw fail(
      callOn(operations.deleteApiKey, id),
      "conflict",
      "the service answered as if the key were deleted, but still lists it",
      "Run again later: the service may delete after it responds.",
      answer,
    );
  };

  /** A 404 on a key that is listed is no absence, whatever it is. */
  const notFoundOnlyIfAbsent = async (
    error: unknown,
    id: string,
    lookup: ApiKeyLookup | undefined,
  ): Promise<unknown> => {
    if (!saysNoSuchKey(error)) return error;
    const now = await search.observeNow(id, lookup);
    if (now.state === "unknown") return now.error;
    if (now.state === "absent") {
      return new PaymentServiceError({
        ...error.details,
        code: "not-found",
        reason: `there is no such key (${now.why})`,
      });
    }
    return new PaymentServiceError({
      ...error.details,
      code: "conflict",
      reason: "the service returns 404 for the key, but lists it",
      advice: "Run again. If this continues, check payments:updateMethod and the scopes of payments:apiKey.",
    });
  };

  const baseline = (): CreationBaseline => ({ ...snapshot.known(), serviceNowMs: list.lastDateMs() });

  return {
    all: async () => {
      const keys = snapshot.keysOf(await snapshot.current());
      const odd = keys.filter((key) => key.record === undefined);
      if (odd.length > 0) {
        sayOnce(
          `Left out of account ${accountId}, since they cannot be read: API keys ${odd.map((key) => `${key.id} (${key.problem})`).join(", ")}.`,
        );
      }
      const known = readable.get(keys);
      if (known !== undefined) return known;
      const records = keys.flatMap((key) => (key.record === undefined ? [] : [key.record]));
      readable.set(keys, records);
      return records;
    },
    observe: search.observe,
    observeNow: search.observeNow,
    isProvedAbsent: search.isProvedAbsent,
    showsLastUse: async () => {
      if (!snapshot.hasShownLastUse()) await snapshot.current();
      return snapshot.hasShownLastUse();
    },
    serviceNowMs: list.serviceNowMs,
    findByName: search.findByName,
    findByNameNow: search.findByNameNow,
    observeNamed: search.observeNamed,
    listed: async (freshness) => snapshot.keysOf(await search.walk(freshness)),
    baseline,
    newest: search.newest,
    create: (body, before = baseline()) => creation.create(body, before),
    modify: (id, merge, lookup) => queue(id, () => change(id, merge, lookup)),
    delete: (id, lookup) =>
      queue(id, async () => {
        try {
          const answer = await caller.call(callOn(operations.deleteApiKey, id));
          // The document knows 204 alone; anything else, such as "accepted", is believed once the list agrees.
          if (answer.status !== 204) await confirmDeleted(id, answer, lookup);
          snapshot.deleted(id);
          return "deleted";
        } catch (error) {
          if (!isRefusal(error)) throw error;
          // What was seen gone just before need not be looked for again, key by key.
          const known = await search.observe(id, lookup);
          if (known.state === "absent") return "already-absent";
          if (!saysNoSuchKey(error)) throw error;
          const judged = await notFoundOnlyIfAbsent(error, id, lookup);
          if (PaymentServiceError.isInstance(judged) && judged.code === "not-found") return "already-absent";
          throw judged;
        }
      }),
  };
}

/** A service may refuse to delete what is gone in other words than 404. */
function isRefusal(error: unknown): error is PaymentServiceError {
  return (
    PaymentServiceError.isInstance(error) && error.details.status !== undefined && definiteRefusals.has(error.code)
  );
}

/** By status and not by code: a gateway's 404 page says as much as the service's own, and neither is believed alone. */
function saysNoSuchKey(error: unknown): error is PaymentServiceError {
  return PaymentServiceError.isInstance(error) && (error.details.status === 404 || error.details.status === 410);
}

/** What became of a key between two readings, by field. Pure. */
function changesOf(before: ApiKeyRecord, after: ApiKeyRecord): string[] {
  const changes: string[] = [];
  const note = (field: string, was: unknown, is: unknown): void => {
    changes.push(`${field} ${JSON.stringify(was)} -> ${JSON.stringify(is)}`);
  };
  if (before.name !== after.name) note("name", before.name, after.name);
  if (after.type === "secret" && !sameScopes(before.scopes, after.scopes)) note("scopes", before.scopes, after.scopes);
  return changes;
}

/**
 * The fields that are not as they were written.
 *
 * @param isOwnSpelling the service's answer to the write showed the same: then another spelling is its own, and nobody else's
 */
function differingFields(live: ApiKeyRecord, written: UpdateApiKeyBody, isOwnSpelling: boolean): string[] {
  const { name, scopes } = written;
  const isName = (text: string): boolean => text === live.name || (isOwnSpelling && sameName(text, live.name));
  const isShown = (scope: string): boolean => scope === everyScope || live.scopes.includes(scope);
  const areScopes = (list: readonly string[]): boolean =>
    sameScopes(list, live.scopes) || (isOwnSpelling && list.every(isShown));
  return [
    ...(name === undefined || isName(name) ? [] : ["name"]),
    ...(scopes === undefined || areScopes(scopes) ? [] : ["scopes"]),
  ];
}
