import type { ApiKeyRecord } from "../../provider/api/contract/api-key";
import { apiKeySchema } from "../../provider/api/contract/api-key";
import { type Page, pageSchema } from "../../provider/api/contract/page";
import type { HttpUpdateMethod } from "../../provider/api/update-method";
import type { Connection } from "../../provider/configuration/connection";
import type { Look } from "./look";
import { cannotTell, type ProbeResult } from "./verdict";

/** Every question of a run that only reads, by name. */
export interface ReadLooks {
  /** The first page of keys, three times. */
  list: Look;
  listAgain: Look;
  listOnceMore: Look;
  /** A page of two that begins at the second key. */
  listFromSecond: Look;
  listMax: Look;
  listDefault: Look;
  /** With a parameter that the list does not have. */
  listOdd: Look;
  keyById: Look;
  /** The list with a credential that nobody has. */
  withoutKey: Look;
  /** The list of an account that nobody has. */
  otherAccount: Look;
  accounts: Look;
  /** The list of keys of the configured partner account. */
  partnerKeys: Look;
  events: Look;
  eventsOfPartner: Look;
  endpoint: Look;
  endpointOfPartner: Look;
  otherVersion: Look;
  otherOperation: Look;
}

/** Every question of `--write`, all of them about keys of the doctor's own. */
export interface WriteLooks {
  created: Look;
  /** Called with the new key, which may read accounts only. */
  refusedCall: Look;
  allowedCall: Look;
  /** A call that only a scope of another action would allow. */
  inexactCall: Look;
  unknownScope: Look;
  longName: Look;
  publishable: Look;
  publishableCall: Look;
  deleted: Look;
}

/** Everything that the probes judge. */
export interface Observations {
  connection: Pick<
    Connection,
    "serviceUrl" | "accountId" | "partnerAccountId" | "apiKeyId" | "endpointAccount" | "profile"
  >;
  updateMethod: Connection["settings"]["updateMethod"];
  newKeyGraceMs: number;
  requireEndpointRead: boolean;
  looks: Partial<ReadLooks & WriteLooks>;
  /** Why nothing more was asked. */
  stopped?: string;
  /** The endpoint that was read is one that exists, for all that somebody said. */
  endpointIsKnown: boolean;
  /** The whole list, as the provider walks it. */
  walk?: { keys: readonly ApiKeyRecord[] } | { problem: string };
  /** The key that the credential is, where something proves it. */
  ownKey?: ApiKeyRecord;
  /** Whether keys of the doctor's own were made. */
  writes: boolean;
  own?: OwnKeyStory;
}

/** What became of the doctor's own secret key, besides its looks. */
export interface OwnKeyStory {
  id?: string;
  /** Why a creation was answered with a key that it did not create. */
  notCreated?: string;
  /** Answers to an update with each method, in order; the last is the first that worked. */
  updates: { method: HttpUpdateMethod; look: Look }[];
  /** From the answer of the creation until a list showed the key, in milliseconds; undefined: not within the time of looking. */
  listedAfterMs?: number;
  lookedForMs?: number;
  /** The key as lists showed it: after the creation, after a call that was refused, after one that was not. */
  fresh?: ApiKeyRecord;
  afterRefusal?: ApiKeyRecord;
  afterCall?: ApiKeyRecord;
  /** Whether a list showed the value of the new key whole. */
  showsWholeValue?: boolean;
  /** Whether lists no longer showed it after it was deleted. */
  goneAfterDelete?: boolean;
}

export type LookName = keyof (ReadLooks & WriteLooks);

/** Judges one answer; where none came that tells anything, says why. */
export function judgeLook(
  { looks, stopped, writes }: Observations,
  name: LookName,
  judge: (look: Look & { answer: NonNullable<Look["answer"]> }) => ProbeResult,
): ProbeResult {
  const look = looks[name];
  if (look === undefined) {
    if (stopped !== undefined) return cannotTell(stopped, "failed");
    return cannotTell(
      writes ? "what comes before it did not work" : "it takes a key of its own: --write",
      writes ? "failed" : "not asked",
    );
  }
  const { answer } = look;
  if (answer === undefined || answer.status >= 500 || answer.status === 429 || answer.status === 408) {
    return answer?.status === 501
      ? judge({ ...look, answer })
      : cannotTell(stopped ?? look.problem?.sentence ?? "no answer came", "failed");
  }
  return judge({ ...look, answer });
}

export function pageOf(look: Look | undefined): Page | undefined {
  if (look === undefined || look.problem !== undefined) return undefined;
  const parsed = pageSchema.safeParse(look.body);
  return parsed.success ? parsed.data : undefined;
}

/** The keys of a page that can be read. */
export function keysOf(look: Look | undefined): ApiKeyRecord[] {
  return (pageOf(look)?.items ?? []).flatMap((item) => {
    const parsed = apiKeySchema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

export const isSuccess = (look: Look | undefined): boolean => look?.answer !== undefined && look.problem === undefined;
