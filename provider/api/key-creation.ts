import type { Call, Caller } from "./call";
import { type ApiKeyRecord, type CreateApiKeyBody, createApiKeyBodySchema, readCreatedKey } from "./contract/api-key";
import { type CreationBaseline, contraryEvidence } from "./creation-evidence";
import { PaymentServiceError, type PaymentServiceErrorDetails } from "./errors";
import { withoutSecret } from "./key-list";
import type { KeySearch } from "./key-search";
import { operations } from "./operations";
import { issuesOf, parseJson } from "./read-answer";
import { dateMs } from "./retry-after";
import type { Dependencies } from "./service";
import type { Snapshot } from "./snapshot";

export interface KeyCreation {
  /** @throws PaymentServiceError; `ambiguous` where the key may have been created, and where the answer is another key */
  create(body: CreateApiKeyBody, before: CreationBaseline): Promise<ApiKeyRecord>;
}

export interface KeyCreationParts {
  caller: Caller;
  accountId: string;
  snapshot: Snapshot;
  search: Pick<KeySearch, "observeNow">;
  dependencies: Pick<Dependencies, "monotonicMs">;
}

/** POST /v1/api-keys ("Endpoints", API keys): sent once, and its answer checked against what was known before. */
export function createKeyCreation({
  caller,
  accountId,
  snapshot,
  search,
  dependencies,
}: KeyCreationParts): KeyCreation {
  const fail = (call: Call, details: Omit<PaymentServiceErrorDetails, "attempt">): PaymentServiceError =>
    new PaymentServiceError({ ...details, attempt: caller.attemptOf(call) });

  const create = async (wanted: CreateApiKeyBody, before: CreationBaseline): Promise<ApiKeyRecord> => {
    const call: Call = { operation: operations.createApiKey, accountId };
    if (wanted.name !== undefined) call.object = `API key named ${JSON.stringify(wanted.name)}`;
    const body = createApiKeyBodySchema.safeParse(wanted);
    if (!body.success) {
      throw fail(call, {
        code: "invalid-request",
        reason: `not sent (${issuesOf(body.error)})`,
        advice: "Fix the arguments.",
      });
    }
    const sentMs = dependencies.monotonicMs();
    // Any success counts by its body (assumption `creation-status`): the value is shown here and never again.
    const answer = await caller.call({ ...call, body: body.data });
    const made = readCreatedKey(parseJson(answer.text), body.data);
    if (!made.success) {
      // The body stays unseen: it may hold the value.
      throw fail(call, {
        code: "ambiguous",
        status: answer.status,
        reason: `the service answered success, but not with a key (${issuesOf(made.error)})`,
        advice: "Look for the key by its name before you try again: nobody knows whether it was created.",
      });
    }
    const key = made.data;
    caller.secrets.learn(key.value, key.id);
    const dateByAnswerMs = dateMs(answer);
    const serviceNowMs =
      dateByAnswerMs === undefined ? before.serviceNowMs : dateByAnswerMs - (dependencies.monotonicMs() - sentMs);
    const isOurs = snapshot.createdByUs(key.id) !== undefined || snapshot.deletedByUs(key.id);
    const knows = (id: string): boolean => isOurs || before.knows(id);
    const contrary = contraryEvidence(body.data, key, { ...before, knows, serviceNowMs });
    const isTimeAlone = contraryEvidence(body.data, key, { ...before, knows, serviceNowMs: undefined }) === undefined;
    // Clocks of one service may differ by more than is allowed for. A key that the list shows now and lacked before is new.
    const isNew =
      contrary !== undefined && isTimeAlone && before.wasListed && (await search.observeNow(key.id)).state === "found";
    if (contrary !== undefined && !isNew) {
      throw fail(call, {
        code: "ambiguous",
        status: answer.status,
        contrary: key.id,
        reason: `the service answered with API key ${key.id}, which this request did not create: ${contrary}`,
        advice:
          "Nothing was recorded, changed or deleted. Look for a key of the requested name before trying again, and report this to the operator of the service.",
      });
    }
    snapshot.created(withoutSecret(key));
    return key;
  };

  return { create };
}
