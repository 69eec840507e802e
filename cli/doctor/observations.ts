import type { ApiKeyRecord } from "../../provider/api/contract/api-key";
import { apiKeySchema } from "../../provider/api/contract/api-key";
import { type Page, pageSchema } from "../../provider/api/contract/page";
import type { HttpUpdateMethod } from "../../provider/api/update-method";
import type { Connection } from "../../provider/configuration/connection";
import type { ProbeResponse } from "./client";
import { cannotTell, type ProbeResult } from "./verdict";

/** Every response of a run that only reads, by name. */
export interface ReadResponses {
  /** The first page of keys, three times. */
  list: ProbeResponse;
  listAgain: ProbeResponse;
  listOnceMore: ProbeResponse;
  /** A page of two that begins at the second key. */
  listFromSecond: ProbeResponse;
  listMax: ProbeResponse;
  keyById: ProbeResponse;
  /** The list with a credential that nobody has. */
  withoutKey: ProbeResponse;
  /** The list of an account that nobody has. */
  otherAccount: ProbeResponse;
  /** The list of keys of the configured partner account. */
  partnerKeys: ProbeResponse;
  events: ProbeResponse;
  eventsOfPartner: ProbeResponse;
  endpoint: ProbeResponse;
  endpointOfPartner: ProbeResponse;
}

/** Every response of `--write`, all of them about keys of the doctor's own. */
export interface WriteResponses {
  created: ProbeResponse;
  publishable: ProbeResponse;
  publishableCall: ProbeResponse;
  deleted: ProbeResponse;
}

/** Everything that the probes evaluate. */
export interface Observations {
  connection: Pick<
    Connection,
    "serviceUrl" | "accountId" | "partnerAccountId" | "apiKeyId" | "endpointAccount" | "profile"
  >;
  updateMethod: Connection["settings"]["updateMethod"];
  newKeyGraceMs: number;
  requireEndpointRead: boolean;
  responses: Partial<ReadResponses & WriteResponses>;
  /** Why nothing more was asked. */
  stopped?: string;
  /** Whether `--endpoint` or the stack named the endpoint: then it exists. */
  endpointIsKnown: boolean;
  /** The whole list, as the provider reads it. */
  allKeys?: { keys: readonly ApiKeyRecord[] } | { problem: string };
  /** The key that the credential is, where something proves it. */
  ownKey?: ApiKeyRecord;
  /** Whether keys of the doctor's own were made. */
  writes: boolean;
  own?: OwnKeyHistory;
}

/** What became of the doctor's own secret key, besides the responses. */
export interface OwnKeyHistory {
  id?: string;
  /** Why a creation was answered with a key that it did not create. */
  notCreated?: string;
  /** Responses to an update with each method, in order; the last is the first that worked. */
  updates: { method: HttpUpdateMethod; response: ProbeResponse }[];
  /** From the response to the creation until a list showed the key, in milliseconds; undefined: not in time. */
  listedAfterMs?: number;
  lookedForMs?: number;
  /** The key as a list showed it after a call with it. */
  afterCall?: ApiKeyRecord;
  /** Whether a list showed the value of the new key whole. */
  showsWholeValue?: boolean;
  /** Whether lists no longer showed it after it was deleted. */
  goneAfterDelete?: boolean;
}

export type ResponseName = keyof (ReadResponses & WriteResponses);

/** Judges one answer; where none came that tells anything, says why. */
export function evaluateResponse(
  { responses, stopped, writes }: Observations,
  name: ResponseName,
  evaluate: (response: ProbeResponse & { answer: NonNullable<ProbeResponse["answer"]> }) => ProbeResult,
): ProbeResult {
  const response = responses[name];
  if (response === undefined) {
    if (stopped !== undefined) return cannotTell(stopped, "failed");
    return cannotTell(
      writes ? "what comes before it did not work" : "it takes a key of its own: --write",
      writes ? "failed" : "not asked",
    );
  }
  const { answer } = response;
  if (answer === undefined || answer.status >= 500 || answer.status === 429 || answer.status === 408) {
    return answer?.status === 501
      ? evaluate({ ...response, answer })
      : cannotTell(stopped ?? response.problem?.sentence ?? "no answer came", "failed");
  }
  return evaluate({ ...response, answer });
}

export function pageOf(response: ProbeResponse | undefined): Page | undefined {
  if (response === undefined || response.problem !== undefined) return undefined;
  const parsed = pageSchema.safeParse(response.body);
  return parsed.success ? parsed.data : undefined;
}

/** The keys of a page that can be read. */
export function keysOf(response: ProbeResponse | undefined): ApiKeyRecord[] {
  return (pageOf(response)?.items ?? []).flatMap((item) => {
    const parsed = apiKeySchema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

export const isSuccess = (response: ProbeResponse | undefined): boolean =>
  response?.answer !== undefined && response.problem === undefined;
