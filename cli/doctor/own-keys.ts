import { type ApiKeyRecord, apiKeySchema } from "../../provider/api/contract/api-key";
import { PaymentServiceError } from "../../provider/api/errors";
import { updateMethods } from "../../provider/api/update-method";
import {
  deleteAttempt,
  GuardRefusal,
  type KeyAttempt,
  notOfAttempt,
  sendToAttempt,
} from "../../provider/lifecycle/apply";
import type { KeyWriteContext } from "../../provider/lifecycle/evidence";
import { randomPart } from "../../provider/lifecycle/generated-name";
import { knownSecrets } from "../../provider/text/secrets";
import type { DoctorDependencies, ProbeClient, ProbeResponse } from "./client";
import { type ListResponseName, listRequests } from "./gather";
import { isSuccess, type Observations, type OwnKeyHistory, pageOf, type WriteResponses } from "./observations";

const keys = "/v1/api-keys";
/** What names of the doctor's own keys begin with. */
export const ownNamePrefix = "pulumi-payments-doctor-";

export interface Writing {
  observations: Observations;
  client: ProbeClient;
  /** For the gate of writes. Its account may write: keys are looked for and removed by it. */
  context: KeyWriteContext;
  dependencies: DoctorDependencies;
  /** Aborted: nothing more is made or changed, and what was made is removed. */
  signal: AbortSignal;
}

/** A key that may have been made here. */
interface OwnKey {
  attempt: KeyAttempt;
  /** Of the key that the creation was answered with, where nothing speaks against it. */
  id?: string;
  value?: string;
}

/** How long a list is given to show a new key, in milliseconds, and how often it is asked. */
const listTimeoutMs = 5_000;
const pauseMs = 250;

/**
 * Asks what only a key of one's own can tell, and removes every key that it made, whatever happens. Each has a name that
 * no other key has, so that a key can be found although the response to its creation was lost.
 *
 * @returns what was seen, and a line for each key that may be left behind
 */
export async function probeWithOwnKeys(
  writing: Writing,
): Promise<{ observations: Observations; leftBehind: string[] }> {
  const made: OwnKey[] = [];
  const observations: Observations = { ...writing.observations, writes: true, own: { updates: [] } };
  const history = observations.own!;
  let leftBehind: string[] = [];
  try {
    await probePublishableKey(writing, observations, history, made);
    if (!writing.signal.aborted) await probeSecretKey(writing, observations, history, made);
  } finally {
    leftBehind = await removeAll(writing, observations, history, made);
  }
  return { observations, leftBehind };
}

async function create(
  { client, context }: Writing,
  history: OwnKeyHistory,
  body: { type: KeyAttempt["type"]; scopes: readonly string[] },
  made: OwnKey[],
): Promise<{ response: ProbeResponse; key?: OwnKey }> {
  const name = `${ownNamePrefix}${randomPart()}`;
  const known = context.account.apiKeys.baseline();
  const earlier = new Set(made.map(({ id }) => id));
  const before = { ...known, knows: (id: string) => known.knows(id) || earlier.has(id) };
  const isNamed = (shown: string): boolean => shown === name;
  const key: OwnKey = { attempt: { type: body.type, name, before, isNamed, isUsedByRun: true } };
  made.push(key);
  const response = await client.write({ method: "POST", path: keys, body: { ...body, name } });
  const created = isSuccess(response) ? apiKeySchema.safeParse(response.body) : undefined;
  // A refusal that is one made nothing.
  if (response.problem !== undefined && response.problem.code !== "ambiguous") made.pop();
  if (!created?.success) return { response };
  const contrary = notOfAttempt(key.attempt, created.data);
  if (contrary !== undefined) {
    history.notCreated = contrary;
    return { response };
  }
  key.id = created.data.id;
  knownSecrets.learn(created.data.value, created.data.id);
  if (created.data.value !== undefined) key.value = created.data.value;
  return { response, key };
}

async function probeSecretKey(
  writing: Writing,
  { responses }: Observations,
  history: OwnKeyHistory,
  made: OwnKey[],
): Promise<void> {
  const { client, context, signal } = writing;
  const { response, key } = await create(writing, history, { type: "secret", scopes: ["accounts:read"] }, made);
  responses.created = response;
  if (key?.id === undefined || signal.aborted) return;
  const { id, value, attempt } = key;
  history.id = id;
  await waitUntilListed(writing, history, { id, value });
  if (signal.aborted) return;
  // By now the account has two keys at least, so that order and offset show something. They are compared: all or none is read.
  for (const [name, request] of Object.entries(listRequests))
    responses[name as ListResponseName] = await client.get(request);
  if (value !== undefined && !signal.aborted) {
    await client.get({ path: "/v1/accounts", credential: value });
    const { record } = await listed(writing, id);
    if (record !== undefined) history.afterCall = record;
  }
  const path = `${keys}/${encodeURIComponent(id)}`;
  for (const method of updateMethods) {
    if (signal.aborted) return;
    const send = () => client.write({ method, path, body: { scopes: ["accounts:write"] } });
    // A refusal: the removal of the key meets the same reason, and reports it.
    const sent = await sendToAttempt(context, id, attempt, "narrow", send).catch(unlessExpected);
    if (sent === undefined || sent === "already-absent") return;
    history.updates.push({ method, response: sent });
    if (isSuccess(sent)) return;
  }
}

async function probePublishableKey(
  writing: Writing,
  { responses }: Observations,
  history: OwnKeyHistory,
  made: OwnKey[],
): Promise<void> {
  const { response, key } = await create(writing, history, { type: "publishable", scopes: ["accounts:read"] }, made);
  responses.publishable = response;
  if (key?.value === undefined || writing.signal.aborted) return;
  responses.publishableCall = await writing.client.get({ path: `${keys}?limit=1`, credential: key.value });
}

/** The key among the newest; lists begin with those. */
async function listed(
  { client }: Writing,
  id: string,
): Promise<{ response: ProbeResponse; record?: ApiKeyRecord; item?: unknown }> {
  const response = await client.get({ path: `${keys}?offset=0&limit=100` });
  const item = pageOf(response)?.items.find((each) => (each as { id?: unknown } | null)?.id === id);
  const parsed = apiKeySchema.safeParse(item);
  return { response, item, ...(parsed.success ? { record: parsed.data } : {}) };
}

async function waitUntilListed(
  writing: Writing,
  history: OwnKeyHistory,
  { id, value }: { id: string; value: string | undefined },
): Promise<void> {
  const { dependencies, signal } = writing;
  const beganMs = dependencies.nowMs();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const { response, record, item } = await listed(writing, id);
    if (!isSuccess(response)) return;
    history.lookedForMs = dependencies.nowMs() - beganMs;
    if (record !== undefined) {
      history.listedAfterMs = isFirst ? 0 : history.lookedForMs;
      history.showsWholeValue = value !== undefined && (item as { value?: unknown }).value === value;
      return;
    }
    if (history.lookedForMs >= listTimeoutMs) return;
    await dependencies.sleep(pauseMs);
  }
}

/** Removes what was made; a line for each key that may be left. Goes on whatever happens to one of them. */
async function removeAll(
  writing: Writing,
  { responses }: Observations,
  history: OwnKeyHistory,
  made: readonly OwnKey[],
): Promise<string[]> {
  const { account } = writing.context;
  const leftBehind: string[] = [];
  // What was read before lacks the new keys, and would have to be waited for.
  if (made.length > 0) await account.apiKeys.listed("now").catch(unlessExpected);
  for (const { attempt, id } of made) {
    const { name } = attempt;
    writing.dependencies.say(`removing its own key ${name}`);
    const report = (why: string): void => {
      const key = id === undefined ? "a key" : `API key ${id}`;
      leftBehind.push(
        `${key} named ${name} may be left in account ${account.accountId}: ${why} Delete it in the dashboard.`,
      );
    };
    try {
      if (id !== undefined) {
        const watched = id === history.id ? { responses, history } : undefined;
        if (!(await remove(writing, id, attempt, watched))) report("no list shows it, so that nothing was sent.");
      }
      // The answer of its creation never came: in the full sense, either it is found or it was not made.
      else for (const found of await account.apiKeys.findByNameNow(name)) await remove(writing, found.id, attempt);
    } catch (error) {
      if (error instanceof GuardRefusal) report(`${error.refusals.map(({ why }) => why).join(" ")}.`);
      else if (PaymentServiceError.isInstance(error)) report(error.message);
      else throw error;
    }
  }
  return leftBehind;
}

function unlessExpected(error: unknown): undefined {
  if (!(error instanceof GuardRefusal || PaymentServiceError.isInstance(error))) throw error;
}

interface Watched {
  responses: Partial<WriteResponses>;
  history: OwnKeyHistory;
}

/**
 * Removes a key that is proved to be its own.
 *
 * @returns false: no list shows it
 */
async function remove(writing: Writing, id: string, attempt: KeyAttempt, watched?: Watched): Promise<boolean> {
  const { client, context } = writing;
  if ((await context.account.apiKeys.observe(id)).state === "absent") return false;
  const path = `${keys}/${encodeURIComponent(id)}`;
  const send = () => client.write({ method: "DELETE", path });
  const sent = watched && (await sendToAttempt(context, id, attempt, "delete", send).catch(unlessExpected));
  const response = sent === "already-absent" || sent === undefined ? undefined : sent;
  // The client of the provider tries again, and decides whether the key is gone.
  if (!isSuccess(response)) await deleteInTheEnd(context, id, attempt);
  if (watched === undefined || response === undefined) return true;
  watched.responses.deleted = response;
  const after = await listed(writing, id);
  if (isSuccess(after.response)) watched.history.goneAfterDelete = after.item === undefined;
  return true;
}

/** A response that says nothing, such as a page of a gateway, is tried again: the key may be gone, or still there. */
async function deleteInTheEnd(context: KeyWriteContext, id: string, attempt: KeyAttempt): Promise<void> {
  try {
    await deleteAttempt(context, id, attempt);
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    await deleteAttempt(context, id, attempt);
  }
}
