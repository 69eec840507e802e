import { type ApiKeyRecord, type CreateApiKeyBody, isFormOfName, isWhole } from "./contract/api-key";

/** What was known of an account right before a creation was sent. */
export interface CreationBaseline {
  /** Whether the key was there before: a read that ended before the request showed it, or this run created or deleted it. */
  knows(id: string): boolean;
  /** A whole list was read before. A key that it lacks is newer than the credential that read it. */
  wasListed: boolean;
  /** A moment of the service's clock that is no later than the request, in milliseconds since 1970; undefined: not measured. */
  serviceNowMs?: number | undefined;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** Clocks of one service that are this far apart, in milliseconds, say nothing about what came first. */
const skewMs = minuteMs;

/**
 * Why a key cannot be the one that a creation made; undefined: nothing speaks against it. A response that repeats an
 * existing key must never be recorded as a new one, since it would be deleted later as ours. Pure.
 */
export function contraryEvidence(
  wanted: Pick<CreateApiKeyBody, "type" | "name">,
  key: Pick<ApiKeyRecord, "id" | "type" | "name" | "createdAt">,
  before: CreationBaseline,
): string | undefined {
  if (before.knows(key.id)) return "it existed before the request";
  if (key.type !== wanted.type) return `it is a ${key.type} key, and a ${wanted.type} key was requested`;
  if (wanted.name !== undefined && !isFormOfName(key.name, wanted.name) && isWhole(key.name))
    return `its name is ${JSON.stringify(key.name)}, and ${JSON.stringify(wanted.name)} was requested`;
  if (before.serviceNowMs !== undefined && isClearlyBefore(key.createdAt, before.serviceNowMs))
    return `the service says that it was created at ${key.createdAt}, before the request`;
  return undefined;
}

/** A date-time of RFC 3339. Anything else is no time that could prove something. */
const dateTime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::(\d{2})(\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

function isClearlyBefore(createdAt: string | undefined, nowMs: number): boolean {
  const parts = createdAt === undefined ? null : dateTime.exec(createdAt);
  if (parts === null) return false;
  const [, seconds = "00", fraction = ""] = parts;
  const isRoundedToMinute = seconds === "00" && /^\.?0*$/.test(fraction);
  // A date that the calendar lacks is NaN, and before nothing.
  return Date.parse(createdAt!) < nowMs - skewMs - (isRoundedToMinute ? minuteMs : secondMs);
}
