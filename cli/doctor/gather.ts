import { PaymentServiceError } from "../../provider/api/errors";
import type { PaymentAccount } from "../../provider/api/service";
import type { Connection } from "../../provider/configuration/connection";
import { selfVerdictOf } from "../../provider/guards/credential";
import type { ProbeClient, ProbeRequest, ProbeResponse } from "./client";
import type { Observations, ReadResponses } from "./observations";

const keys = "/v1/api-keys";
const firstPage = { path: `${keys}?offset=0&limit=100` };
/** What nobody has: short enough to be no key's value, and telling to whoever reads the service's log. */
const nobody = "pulumi-payments-doctor";

interface Subject {
  connection: Connection;
  endpointId: string;
}

/** What shows the order and the stability of the list. */
export const listRequests = {
  list: firstPage,
  listAgain: firstPage,
  listOnceMore: firstPage,
  listFromSecond: { path: `${keys}?offset=1&limit=2` },
} satisfies Partial<Record<keyof ReadResponses, ProbeRequest>>;
export type ListResponseName = keyof typeof listRequests;

/** Every request of a run that only reads, in the order in which they are sent; undefined: not with these settings. */
const requests: { [Name in Exclude<keyof ReadResponses, "list">]: (subject: Subject) => ProbeRequest | undefined } = {
  listAgain: () => listRequests.listAgain,
  listOnceMore: () => listRequests.listOnceMore,
  listFromSecond: () => listRequests.listFromSecond,
  listMax: () => ({ path: `${keys}?limit=100000` }),
  keyById: () => ({ path: `${keys}/${nobody}` }),
  withoutKey: () => ({ path: `${keys}?limit=1`, credential: nobody }),
  otherAccount: () => ({ path: `${keys}?limit=1`, accountId: nobody }),
  partnerKeys: ({ connection }) => asPartner(connection, `${keys}?limit=1`),
  events: () => ({ path: "/v1/events" }),
  eventsOfPartner: ({ connection }) => asPartner(connection, "/v1/events"),
  endpoint: ({ endpointId }) => ({ path: `/v1/webhook-endpoints/${encodeURIComponent(endpointId)}` }),
  endpointOfPartner: ({ connection, endpointId }) =>
    asPartner(connection, `/v1/webhook-endpoints/${encodeURIComponent(endpointId)}`),
};

function asPartner({ partnerAccountId }: Connection, path: string): ProbeRequest | undefined {
  return partnerAccountId === undefined ? undefined : { path, accountId: partnerAccountId };
}

export interface Gathering {
  connection: Connection;
  client: ProbeClient;
  /** The account as the provider sees it, whose whole list is read. */
  account: PaymentAccount;
  requireEndpointRead: boolean;
  /** An endpoint that exists, where one is known. */
  endpointId: string | undefined;
  /** Aborted: nothing more is sent. */
  signal: AbortSignal;
}

/** Sends every request that writes nothing. Never throws. */
export async function gather(gathering: Gathering): Promise<Observations> {
  const { connection, client, account, requireEndpointRead, endpointId, signal } = gathering;
  const list = await client.get(listRequests.list);
  const observations: Observations = {
    connection,
    updateMethod: connection.settings.updateMethod,
    newKeyGraceMs: connection.settings.newKeyGraceMs,
    requireEndpointRead,
    responses: { list },
    endpointIsKnown: endpointId !== undefined,
    writes: false,
  };
  const stopped = whyStop(list);
  if (stopped !== undefined) return { ...observations, stopped };
  for (const [name, requestFor] of Object.entries(requests)) {
    if (signal.aborted) return { ...observations, stopped: "it was interrupted before this was asked" };
    const request = requestFor({ connection, endpointId: endpointId ?? nobody });
    if (request !== undefined) observations.responses[name as keyof ReadResponses] = await client.get(request);
  }
  const allKeys = await allKeysOf(account);
  observations.allKeys = allKeys;
  const ownKey = "keys" in allKeys ? ownKeyOf(connection, allKeys.keys) : undefined;
  return ownKey === undefined ? observations : { ...observations, ownKey };
}

/** Why more requests would show nothing. */
function whyStop({ answer, failure, problem }: ProbeResponse): string | undefined {
  if (failure !== undefined) return "the service could not be asked: see address and tls";
  if (problem?.code === "unauthorized") return "the credential is refused: see credential";
  if (problem?.code === "malformed-response") return "what answers is not the service: see address";
  return answer !== undefined && answer.status >= 500 && answer.status !== 501
    ? "the service is out of order: see address"
    : undefined;
}

async function allKeysOf(account: PaymentAccount): Promise<NonNullable<Observations["allKeys"]>> {
  try {
    return { keys: await account.apiKeys.all() };
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    return { problem: error.message };
  }
}

type Keys = Extract<Observations["allKeys"], { keys: unknown }>["keys"];

function ownKeyOf({ settings, apiKeyId }: Connection, shown: Keys): Keys[number] | undefined {
  const credentials = [{ value: settings.apiKey, apiKeyId }];
  return shown.find(({ id }) => selfVerdictOf({ id, credentials, shown }) === "self");
}
