import { PaymentServiceError } from "../../provider/api/errors";
import type { PaymentAccount } from "../../provider/api/service";
import type { Connection } from "../../provider/configuration/connection";
import { selfVerdictOf } from "../../provider/guards/credential";
import type { Asker, Look, Question } from "./look";
import type { Observations, ReadLooks } from "./observations";

const keys = "/v1/api-keys";
const firstPage = { path: `${keys}?offset=0&limit=100` };
/** What nobody has: short enough to be no key's value, and telling to whoever reads the service's log. */
const nobody = "pulumi-payments-doctor";

interface Asked {
  connection: Connection;
  endpointId: string;
}

/** What order and stability are judged by. */
export const listQuestions = {
  list: firstPage,
  listAgain: firstPage,
  listOnceMore: firstPage,
  listFromSecond: { path: `${keys}?offset=1&limit=2` },
} satisfies Partial<Record<keyof ReadLooks, Question>>;
export type ListLook = keyof typeof listQuestions;

/** Every question of a run that only reads, in the order in which they are asked; undefined: not with these settings. */
const questions: { [Name in Exclude<keyof ReadLooks, "list">]: (asked: Asked) => Question | undefined } = {
  listAgain: () => listQuestions.listAgain,
  listOnceMore: () => listQuestions.listOnceMore,
  listFromSecond: () => listQuestions.listFromSecond,
  listMax: () => ({ path: `${keys}?limit=100000` }),
  listDefault: () => ({ path: keys }),
  listOdd: () => ({ path: `${keys}?probe=1` }),
  keyById: () => ({ path: `${keys}/${nobody}` }),
  withoutKey: () => ({ path: `${keys}?limit=1`, credential: nobody }),
  otherAccount: () => ({ path: `${keys}?limit=1`, accountId: nobody }),
  accounts: () => ({ path: "/v1/accounts" }),
  partnerKeys: ({ connection }) => asPartner(connection, `${keys}?limit=1`),
  events: () => ({ path: "/v1/events" }),
  eventsOfPartner: ({ connection }) => asPartner(connection, "/v1/events"),
  endpoint: ({ endpointId }) => ({ path: `/v1/webhook-endpoints/${encodeURIComponent(endpointId)}` }),
  endpointOfPartner: ({ connection, endpointId }) =>
    asPartner(connection, `/v1/webhook-endpoints/${encodeURIComponent(endpointId)}`),
  otherVersion: () => ({ path: "/v2/api-keys" }),
  otherOperation: () => ({ path: "/v1/customers" }),
};

function asPartner({ partnerAccountId }: Connection, path: string): Question | undefined {
  return partnerAccountId === undefined ? undefined : { path, accountId: partnerAccountId };
}

export interface Gathering {
  connection: Connection;
  asker: Asker;
  /** The account as the provider sees it; its walk of the list is looked at. */
  account: PaymentAccount;
  requireEndpointRead: boolean;
  /** An endpoint that exists, where one is known. */
  endpointId: string | undefined;
  /** Aborted: what was asked so far is all. */
  signal: AbortSignal;
}

/** Asks everything that takes no write. Never throws. */
export async function gather(gathering: Gathering): Promise<Observations> {
  const { connection, asker, account, requireEndpointRead, endpointId, signal } = gathering;
  const list = await asker.ask(listQuestions.list);
  const observations: Observations = {
    connection,
    updateMethod: connection.settings.updateMethod,
    newKeyGraceMs: connection.settings.newKeyGraceMs,
    requireEndpointRead,
    looks: { list },
    endpointIsKnown: endpointId !== undefined,
    writes: false,
  };
  const stopped = whyStop(list);
  if (stopped !== undefined) return { ...observations, stopped };
  for (const [name, question] of Object.entries(questions)) {
    if (signal.aborted) return { ...observations, stopped: "it was interrupted before this was asked" };
    const asked = question({ connection, endpointId: endpointId ?? nobody });
    if (asked !== undefined) observations.looks[name as keyof ReadLooks] = await asker.ask(asked);
  }
  const walk = await walkOf(account);
  observations.walk = walk;
  const ownKey = "keys" in walk ? ownKeyOf(connection, walk.keys) : undefined;
  return ownKey === undefined ? observations : { ...observations, ownKey };
}

/** Why asking on would teach nothing. */
function whyStop({ answer, failure, problem }: Look): string | undefined {
  if (failure !== undefined) return "the service could not be asked: see address and tls";
  if (problem?.code === "unauthorized") return "the credential is refused: see credential";
  if (problem?.code === "malformed-response") return "what answers is not the service: see address";
  return answer !== undefined && answer.status >= 500 && answer.status !== 501
    ? "the service is out of order: see address"
    : undefined;
}

async function walkOf(account: PaymentAccount): Promise<NonNullable<Observations["walk"]>> {
  try {
    return { keys: await account.apiKeys.all() };
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    return { problem: error.message };
  }
}

type Keys = Extract<Observations["walk"], { keys: unknown }>["keys"];

function ownKeyOf({ settings, apiKeyId }: Connection, shown: Keys): Keys[number] | undefined {
  const credentials = [{ value: settings.apiKey, apiKeyId }];
  return shown.find(({ id }) => selfVerdictOf({ id, credentials, shown }) === "self");
}
