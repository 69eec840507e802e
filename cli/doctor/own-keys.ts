import { type ApiKeyRecord, apiKeySchema } from "../../provider/api/contract/api-key";
import { PaymentServiceError } from "../../provider/api/errors";
import { type HttpUpdateMethod, updateMethods } from "../../provider/api/update-method";
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
import { type ListLook, listQuestions } from "./gather";
import type { Asker, AskerEdges, Look, Question } from "./look";
import { isSuccess, type Observations, type OwnKeyStory, pageOf, type WriteLooks } from "./observations";

const keys = "/v1/api-keys";
/** What names of the doctor's own keys begin with. */
export const ownNamePrefix = "pulumi-payments-doctor-";

export interface Writing {
  observations: Observations;
  asker: Asker;
  /** For the gate of writes. Its account may write: keys are looked for and removed by it. */
  context: KeyWriteContext;
  edges: AskerEdges;
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
const lookForMs = 5_000;
const pauseMs = 250;

/**
 * Asks what only a key of one's own can tell, and removes every key that it made, whatever happens. Each has a name that
 * no other key has, so that one is found whose creation was not answered.
 *
 * @returns what was seen, and a line for each key that may be left behind
 */
export async function askWithOwnKeys(writing: Writing): Promise<{ observations: Observations; leftBehind: string[] }> {
  const made: OwnKey[] = [];
  const observations: Observations = { ...writing.observations, writes: true, own: { updates: [] } };
  const story = observations.own!;
  let leftBehind: string[] = [];
  try {
    await askWithPublishableKey(writing, observations, story, made);
    if (!writing.signal.aborted) await askWithSecretKey(writing, observations, story, made);
  } finally {
    leftBehind = await removeAll(writing, observations, story, made);
  }
  return { observations, leftBehind };
}

async function create(
  { asker, context }: Writing,
  story: OwnKeyStory,
  body: { type: KeyAttempt["type"]; scopes: readonly string[] },
  made: OwnKey[],
): Promise<{ look: Look; key?: OwnKey }> {
  const name = `${ownNamePrefix}${randomPart()}`;
  const known = context.account.apiKeys.baseline();
  const earlier = new Set(made.map(({ id }) => id));
  const before = { ...known, knows: (id: string) => known.knows(id) || earlier.has(id) };
  // The long name of a later step is the name with dashes after it, or what the service left of them.
  const isNamed = (shown: string): boolean => shown.startsWith(name) && /^-*$/.test(shown.slice(name.length));
  const key: OwnKey = { attempt: { type: body.type, name, before, isNamed, isUsedByRun: true } };
  made.push(key);
  const look = await asker.write({ method: "POST", path: keys, body: { ...body, name } });
  const answered = isSuccess(look) ? apiKeySchema.safeParse(look.body) : undefined;
  // A refusal that is one made nothing.
  if (look.problem !== undefined && look.problem.code !== "ambiguous") made.pop();
  if (!answered?.success) return { look };
  const contrary = notOfAttempt(key.attempt, answered.data);
  if (contrary !== undefined) {
    story.notCreated = contrary;
    return { look };
  }
  key.id = answered.data.id;
  knownSecrets.learn(answered.data.value, answered.data.id);
  if (answered.data.value !== undefined) key.value = answered.data.value;
  return { look, key };
}

/** Asks one thing, or a few that belong together. */
type Step = () => Promise<void>;

async function askWithSecretKey(
  writing: Writing,
  { looks }: Observations,
  story: OwnKeyStory,
  made: OwnKey[],
): Promise<void> {
  const { asker, context, signal } = writing;
  const { look, key } = await create(writing, story, { type: "secret", scopes: ["accounts:read"] }, made);
  looks.created = look;
  if (key?.id === undefined || signal.aborted) return;
  const { id, value, attempt } = key;
  story.id = id;
  await waitUntilListed(writing, story, { id, value });
  const asIt = (question: Question): Promise<Look> => asker.ask({ ...question, credential: value ?? "" });
  const withItsValue = (...steps: Step[]): Step[] => (value === undefined ? [] : steps);
  const path = `${keys}/${encodeURIComponent(id)}`;
  const change = async (method: HttpUpdateMethod, body: object): Promise<Look | undefined> => {
    try {
      const sent = await sendToAttempt(context, id, attempt, "narrow", () => asker.write({ method, path, body }));
      return sent === "already-absent" ? undefined : sent;
    } catch (error) {
      // Its removal meets the same reason, and reports it.
      if (isTold(error)) return undefined;
      throw error;
    }
  };
  const methodThatWorked = (): HttpUpdateMethod | undefined =>
    story.updates.find((update) => isSuccess(update.look))?.method;
  const steps: Step[] = [
    // By now the account has two keys at least, so that order and offset show something.
    async () => {
      for (const [name, question] of Object.entries(listQuestions)) looks[name as ListLook] = await asker.ask(question);
    },
    ...withItsValue(
      async () => {
        looks.refusedCall = await asIt({ path: `${keys}?limit=1` });
      },
      async () => setIfKnown(story, "afterRefusal", (await seen(writing, id)).record),
      async () => {
        looks.allowedCall = await asIt({ path: "/v1/accounts" });
      },
      async () => setIfKnown(story, "afterCall", (await seen(writing, id)).record),
    ),
    async () => {
      for (const method of updateMethods) {
        if (signal.aborted) return;
        const update = await change(method, { scopes: ["accounts:write"] });
        if (update === undefined) return;
        story.updates.push({ method, look: update });
        if (isSuccess(update)) return;
      }
    },
    ...withItsValue(async () => {
      if (methodThatWorked() !== undefined) looks.inexactCall = await asIt({ path: "/v1/accounts" });
    }),
    async () => {
      const method = methodThatWorked();
      if (method === undefined) return;
      setLook(looks, "unknownScope", await change(method, { scopes: ["accounts:read", "probe:read"] }));
      if (signal.aborted) return;
      // It begins as before, so that it still proves whose the key is.
      setLook(looks, "longName", await change(method, { name: attempt.name.padEnd(256, "-") }));
    },
  ];
  for (const step of steps) {
    if (signal.aborted) return;
    await step();
  }
}

async function askWithPublishableKey(
  writing: Writing,
  { looks }: Observations,
  story: OwnKeyStory,
  made: OwnKey[],
): Promise<void> {
  const { look, key } = await create(writing, story, { type: "publishable", scopes: ["accounts:read"] }, made);
  looks.publishable = look;
  if (key?.value === undefined || writing.signal.aborted) return;
  looks.publishableCall = await writing.asker.ask({ path: `${keys}?limit=1`, credential: key.value });
}

/** The key among the newest; lists begin with those. */
async function seen({ asker }: Writing, id: string): Promise<{ look: Look; record?: ApiKeyRecord; item?: unknown }> {
  const look = await asker.ask({ path: `${keys}?offset=0&limit=100` });
  const item = pageOf(look)?.items.find((each) => (each as { id?: unknown } | null)?.id === id);
  const parsed = apiKeySchema.safeParse(item);
  return { look, item, ...(parsed.success ? { record: parsed.data } : {}) };
}

function setLook(looks: Partial<WriteLooks>, name: keyof WriteLooks, look: Look | undefined): void {
  if (look !== undefined) looks[name] = look;
}

function setIfKnown(
  story: OwnKeyStory,
  name: "fresh" | "afterRefusal" | "afterCall",
  record: ApiKeyRecord | undefined,
): void {
  if (record !== undefined) story[name] = record;
}

async function waitUntilListed(
  writing: Writing,
  story: OwnKeyStory,
  { id, value }: { id: string; value: string | undefined },
): Promise<void> {
  const { edges, signal } = writing;
  const beganMs = edges.nowMs();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const { look, record, item } = await seen(writing, id);
    if (!isSuccess(look)) return;
    story.lookedForMs = edges.nowMs() - beganMs;
    if (record !== undefined) {
      story.listedAfterMs = isFirst ? 0 : story.lookedForMs;
      story.fresh = record;
      story.showsWholeValue = value !== undefined && (item as { value?: unknown }).value === value;
      return;
    }
    if (story.lookedForMs >= lookForMs) return;
    await edges.sleep(pauseMs);
  }
}

/** Removes what was made; a line for each key that may be left. Goes on whatever happens to one of them. */
async function removeAll(
  writing: Writing,
  { looks }: Observations,
  story: OwnKeyStory,
  made: readonly OwnKey[],
): Promise<string[]> {
  const { account } = writing.context;
  const leftBehind: string[] = [];
  // What was read before lacks the new keys, and would have to be waited for.
  if (made.length > 0) await account.apiKeys.listed("now").catch(unlessTold);
  for (const { attempt, id } of made) {
    const { name } = attempt;
    writing.edges.progress(`removing its own key ${name}`);
    const tell = (why: string): void => {
      const key = id === undefined ? "a key" : `API key ${id}`;
      leftBehind.push(
        `${key} named ${name} may be left in account ${account.accountId}: ${why} Delete it in the dashboard.`,
      );
    };
    try {
      if (id !== undefined) {
        const watched = id === story.id ? { looks, story } : undefined;
        if (!(await remove(writing, id, attempt, watched))) tell("no list shows it, so that nothing was sent.");
      }
      // The answer of its creation never came: in the full sense, either it is found or it was not made.
      else for (const found of await account.apiKeys.findByNameNow(name)) await remove(writing, found.id, attempt);
    } catch (error) {
      if (error instanceof GuardRefusal) tell(`${error.refusals.map(({ why }) => why).join(" ")}.`);
      else if (PaymentServiceError.isInstance(error)) tell(error.message);
      else throw error;
    }
  }
  return leftBehind;
}

const isTold = (error: unknown): boolean => error instanceof GuardRefusal || PaymentServiceError.isInstance(error);

function unlessTold(error: unknown): undefined {
  if (!isTold(error)) throw error;
}

interface Watched {
  looks: Partial<WriteLooks>;
  story: OwnKeyStory;
}

/**
 * Removes a key that is proved to be its own.
 *
 * @returns false: no list shows it
 */
async function remove(writing: Writing, id: string, attempt: KeyAttempt, watched?: Watched): Promise<boolean> {
  const { asker, context } = writing;
  if ((await context.account.apiKeys.observe(id)).state === "absent") return false;
  const path = `${keys}/${encodeURIComponent(id)}`;
  const send = () => asker.write({ method: "DELETE", path });
  const sent = watched && (await sendToAttempt(context, id, attempt, "delete", send).catch(unlessTold));
  const look = sent === "already-absent" || sent === undefined ? undefined : sent;
  // Tried again, and judged in the full sense, by the provider's own client.
  if (!isSuccess(look)) await deleteInTheEnd(context, id, attempt);
  if (watched === undefined || look === undefined) return true;
  watched.looks.deleted = look;
  const after = await seen(writing, id);
  if (isSuccess(after.look)) watched.story.goneAfterDelete = after.item === undefined;
  return true;
}

/** An answer that says nothing, a gateway's page say, is no reason to leave a key, nor to call one left that is gone. */
async function deleteInTheEnd(context: KeyWriteContext, id: string, attempt: KeyAttempt): Promise<void> {
  try {
    await deleteAttempt(context, id, attempt);
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    await deleteAttempt(context, id, attempt);
  }
}
