import { type ApiKeyRecord, apiKeySchema } from "../../provider/api/contract/api-key";
import { PaymentServiceError } from "../../provider/api/errors";
import type { PaymentAccount } from "../../provider/api/service";
import { type HttpUpdateMethod, updateMethods } from "../../provider/api/update-method";
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
  /** The account as the provider sees it, which may write: keys are looked for and removed by it. */
  account: PaymentAccount;
  edges: AskerEdges;
  /** Aborted: nothing more is made or changed, and what was made is removed. */
  signal: AbortSignal;
}

/** A key that may have been made here. */
interface Made {
  name: string;
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
  const made: Made[] = [];
  const observations: Observations = { ...writing.observations, writes: true, own: { updates: [] } };
  const story = observations.own!;
  let leftBehind: string[] = [];
  try {
    await askWithPublishableKey(writing, observations, made);
    if (!writing.signal.aborted) await askWithSecretKey(writing, observations, story, made);
  } finally {
    leftBehind = await removeAll(writing, observations, story, made);
  }
  return { observations, leftBehind };
}

async function create(writing: Writing, body: object, made: Made[]): Promise<{ look: Look; key?: Made }> {
  const key: Made = { name: `${ownNamePrefix}${randomPart()}` };
  made.push(key);
  const look = await writing.asker.ask({ method: "POST", path: keys, body: { ...body, name: key.name } });
  const answered = isSuccess(look) ? apiKeySchema.safeParse(look.body) : undefined;
  // A refusal that is one made nothing.
  if (look.problem !== undefined && look.problem.code !== "ambiguous") made.pop();
  if (!answered?.success) return { look };
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
  made: Made[],
): Promise<void> {
  const { asker, signal } = writing;
  const { look, key } = await create(writing, { type: "secret", scopes: ["accounts:read"] }, made);
  looks.created = look;
  if (key?.id === undefined || signal.aborted) return;
  const { id, value } = key;
  story.id = id;
  await waitUntilListed(writing, story, { id, value });
  const asIt = (question: Question): Promise<Look> => asker.ask({ ...question, credential: value ?? "" });
  const withItsValue = (...steps: Step[]): Step[] => (value === undefined ? [] : steps);
  const path = `${keys}/${encodeURIComponent(id)}`;
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
        const update = await asker.ask({ method, path, body: { scopes: ["accounts:write"] } });
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
      looks.unknownScope = await asker.ask({ method, path, body: { scopes: ["accounts:read", "probe:read"] } });
      if (signal.aborted) return;
      // Its end stays as it is, so that it is still known whose it is if it can't be removed.
      looks.longName = await asker.ask({ method, path, body: { name: key.name.padEnd(256, "-") } });
    },
  ];
  for (const step of steps) {
    if (signal.aborted) return;
    await step();
  }
}

async function askWithPublishableKey(writing: Writing, { looks }: Observations, made: Made[]): Promise<void> {
  const { look, key } = await create(writing, { type: "publishable", scopes: ["accounts:read"] }, made);
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
  made: readonly Made[],
): Promise<string[]> {
  const leftBehind: string[] = [];
  for (const { name, id } of made) {
    writing.edges.progress(`removing its own key ${name}`);
    try {
      if (id !== undefined && id === story.id) await removeWatched(writing, looks, story, id);
      else if (id !== undefined) await remove(writing, id);
      // The answer of its creation never came: in the full sense, either it is found or it was not made.
      else for (const found of await writing.account.apiKeys.findByNameNow(name)) await remove(writing, found.id);
    } catch (error) {
      if (!PaymentServiceError.isInstance(error)) throw error;
      const key = id === undefined ? "a key" : `API key ${id}`;
      leftBehind.push(
        `${key} named ${name} may be left in account ${writing.account.accountId}: ${error.message} Delete it in the dashboard.`,
      );
    }
  }
  return leftBehind;
}

/** An answer that says nothing, a gateway's page say, is no reason to leave a key, nor to call one left that is gone. */
async function remove({ account: { apiKeys } }: Writing, id: string): Promise<void> {
  try {
    await apiKeys.delete(id);
  } catch (error) {
    const sight = await apiKeys.observeNow(id);
    if (sight.state === "unknown") throw error;
    if (sight.state === "found") await apiKeys.delete(id);
  }
}

async function removeWatched(
  writing: Writing,
  looks: Partial<WriteLooks>,
  story: OwnKeyStory,
  id: string,
): Promise<void> {
  const look = await writing.asker.ask({ method: "DELETE", path: `${keys}/${encodeURIComponent(id)}` });
  looks.deleted = look;
  // Tried again, and judged in the full sense, by the provider's own client.
  if (!isSuccess(look)) await remove(writing, id);
  const after = await seen(writing, id);
  if (isSuccess(after.look)) story.goneAfterDelete = after.item === undefined;
}
