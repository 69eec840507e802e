import { z } from "zod";
import { knownSecrets } from "../text/secrets";
import type { Caller } from "./call";
import { type ApiKeyRecord, apiKeySchema, idSchema, nameSchema } from "./contract/api-key";
import { pageSchema } from "./contract/page";
import { PaymentServiceError } from "./errors";
import type { Answer } from "./exchange";
import { type ListPage, type StreamOutcome, streamList, walkList } from "./list-walk";
import type { KeyListing, ListedKey, ReadListing, ShareWalk } from "./listed-key";
import { operations } from "./operations";
import { issuesOf, parseJson } from "./read-answer";
import { dateMs } from "./retry-after";
import type { Dependencies } from "./service";
import { visibleIn } from "./visible-value";

/**
 * Items asked for per page. The service's maximum is not shown and a larger value is replaced by it ("Limits"); this is
 * large enough to read most accounts in one request, and small enough for one page to arrive well within the timeouts.
 */
const askedLimit = 100;
/** Items asked for where only one key is looked for, half of them before and half of them after its place. */
const windowLimit = 20;
/** Longest wait before a walk begins anew, in milliseconds, per new beginning so far. */
const restartStepMs = 100;

export interface KeyPage extends ListPage<ListedKey> {
  /** The service's clock when it answered, in milliseconds since 1970. */
  dateMs?: number | undefined;
}

export interface KeyList {
  /** The keys around a place in the list, in one request. @throws PaymentServiceError */
  around(index: number): Promise<KeyPage>;
  /** @throws PaymentServiceError if a page cannot be read, or the list never settles. */
  walk(): Promise<KeyListing>;
  /** As `walk`, or what another preview of the same drift run read a moment ago. Undefined where nobody shares. */
  sharedWalk?: (() => Promise<ReadListing>) | undefined;
  /** Each key as its page arrives, once. What `walk` throws of a list that never settles is in `outcome`. @throws PaymentServiceError */
  stream(outcome: StreamOutcome): AsyncGenerator<ListedKey>;
  /** The service's clock now, by the last page that told it, in milliseconds since 1970. */
  serviceNowMs(): number | undefined;
  /** The service's clock when the last page told it, in milliseconds since 1970: it is no earlier by now. */
  lastDateMs(): number | undefined;
}

/** The list of the API keys of one account ("Endpoints", API keys). */
export function createKeyList(
  caller: Caller,
  accountId: string,
  dependencies: Dependencies,
  share?: ShareWalk,
): KeyList {
  const call = { operation: operations.listApiKeys, accountId };

  const malformed = (answer: Answer | undefined, reason: string): PaymentServiceError =>
    new PaymentServiceError({
      code: "malformed-response",
      attempt: caller.attemptOf(call),
      ...(answer === undefined ? {} : { status: answer.status }),
      reason,
      advice:
        "Check payments:baseUrl. If it is right, run again when fewer keys change, or contact the operator of the service.",
    });

  /** How many items the last page had that was not the last of the list: what the service grants of what is asked. */
  let granted = askedLimit;
  let told: KeyListing["service"];

  const page = async (offset: number, limit: number): Promise<KeyPage> => {
    const answer = await caller.call({ ...call, query: { offset, limit } });
    const parsed = pageSchema.safeParse(parseJson(answer.text));
    if (!parsed.success) throw malformed(answer, `the response is not a page of keys (${issuesOf(parsed.error)})`);
    const items = parsed.data.items.map((item, index) => {
      const listed = listedKey(item);
      if (listed === undefined) throw malformed(answer, `item ${offset + index} of the list of keys has no id`);
      return listed;
    });
    if (parsed.data.has_more && items.length > 0) granted = items.length;
    const date = dateMs(answer);
    if (date !== undefined) told = { dateMs: date, localMs: dependencies.monotonicMs() };
    return {
      items,
      hasMore: parsed.data.has_more,
      offset: parsed.data.offset ?? undefined,
      total: parsed.data.total ?? undefined,
      dateMs: date,
    };
  };

  const around = (index: number): Promise<KeyPage> => {
    const limit = Math.min(windowLimit, granted);
    return page(Math.max(0, index - Math.floor(limit / 2)), limit);
  };

  const beforeRestart = (restart: number): Promise<void> =>
    dependencies.sleep(dependencies.random() * restartStepMs * restart);

  const walk = async (): Promise<KeyListing> => {
    let service: KeyListing["service"];
    const outcome = await walkList({
      fetchPage: async (offset) => {
        const each = await page(offset, askedLimit);
        if (offset === 0) {
          service =
            each.dateMs === undefined ? undefined : { dateMs: each.dateMs, localMs: dependencies.monotonicMs() };
        }
        return each;
      },
      beforeRestart,
    });
    if (!outcome.settled) throw malformed(undefined, `the list of API keys could not be read: ${outcome.why}`);
    return service === undefined ? { keys: outcome.items } : { keys: outcome.items, service };
  };

  const readNow = async (): Promise<ReadListing> => {
    const beganMs = dependencies.monotonicMs();
    return { ...(await walk()), beganMs, endedMs: dependencies.monotonicMs() };
  };
  const sharedWalk =
    share &&
    (async (): Promise<ReadListing> => {
      const listing = await share(readNow);
      told ??= listing.service;
      return listing;
    });

  const serviceNowMs = (): number | undefined =>
    told === undefined ? undefined : told.dateMs + (dependencies.monotonicMs() - told.localMs);

  const stream: KeyList["stream"] = (outcome) =>
    streamList({ fetchPage: (offset) => page(offset, askedLimit), beforeRestart }, outcome);

  return { around, walk, sharedWalk, stream, serviceNowMs, lastDateMs: () => told?.dateMs };
}

const onlyId = z.object({ id: idSchema, name: nameSchema.optional().catch(undefined) });

function listedKey(item: unknown): ListedKey | undefined {
  const parsed = apiKeySchema.safeParse(item);
  if (parsed.success) return { id: parsed.data.id, record: withoutSecret(parsed.data) };
  const known = onlyId.safeParse(item);
  if (!known.success) return undefined;
  return { id: known.data.id, name: known.data.name, problem: issuesOf(parsed.error) };
}

/** What is shorter may be the beginning that all keys of a kind have, in characters. */
const wholeLength = 20;

/** What comes after the creation shows of a secret key's value is never its value: what is masked in it is all that is carried on. */
export function withoutSecret(key: ApiKeyRecord): ApiKeyRecord {
  if (key.type !== "secret" || key.value === undefined) return key;
  const { value, ...rest } = key;
  const visible = visibleIn(value);
  // A service that shows it whole may show it elsewhere as well: in a name, say.
  if (visible === undefined && value.length >= wholeLength) knownSecrets.learn(value, key.id);
  return visible === undefined ? rest : { ...rest, visible };
}
