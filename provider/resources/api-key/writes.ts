import { type ApiKeyRecord, sameName, type UpdateApiKeyBody } from "../../api/contract/api-key.js";
import { type CreationBaseline, contraryEvidence } from "../../api/creation-evidence.js";
import type { ApiKeyLookup, ModifiedKey } from "../../api/service.js";
import { Refusal } from "../../lifecycle/failure.js";
import type { Scene } from "../../lifecycle/resource.js";
import { type Doing, type Held, lockOutRefusals, narrowingRefusals, selfVerdict } from "./lock-out.js";
import type { SelfVerdict } from "./own-key.js";

/**
 * The only way to a write on a key. Every function here reads the key again, runs the credential guard and the deletion
 * guard on what it read, and then writes. A structural test shows that nothing else calls the service's writes.
 *
 * By itself the product deletes, narrows or adopts only a key that this resource's state records, or one that this run's
 * own attempt created. A caller states which of the two it is; a person may name any other key in a command.
 */
export type KeyWriteContext = Pick<Scene, "account" | "connection" | "configuration" | "voice" | "clock">;

/** A guard forbids a write; nothing was written. */
export class GuardRefusal extends Refusal {
  constructor(
    what: string,
    readonly refusals: readonly GuardFinding[],
  ) {
    super(`${what}\n${refusals.map(({ why }) => why).join("\n")}`);
  }
}

export interface GuardFinding {
  guard: "credential" | "deletion" | "ownership";
  why: string;
}

/** One deletion, and what its guards need to know. */
export interface KeyDeletion {
  id: string;
  lookup?: ApiKeyLookup;
  /** What is known of the value of the key. */
  held: Held;
  /** The deletion guard: why the key that was just read is still in use. `off`: the guard is off. */
  inUse: ((live: ApiKeyRecord) => Promise<string[]> | string[]) | "off";
  /** Why the key that was just read is not the one to delete. Default: nothing speaks against it. */
  notThis?(live: ApiKeyRecord): string | undefined;
  /** Whether it is the run's credential, where that is proved already. */
  self?: SelfVerdict | undefined;
}

/**
 * Deletes a key.
 *
 * @returns `already-absent` for a key that is proved absent: nothing is sent for it
 * @throws GuardRefusal, PaymentServiceError
 */
export async function deleteKey(
  context: KeyWriteContext,
  deletion: KeyDeletion,
): Promise<"deleted" | "already-absent"> {
  const { id, lookup, inUse, held } = deletion;
  const { apiKeys } = context.account;
  if (apiKeys.isProvedAbsent(id)) return "already-absent";
  const self = deletion.self ?? (await selfVerdict(context, id, held));
  const send = () => apiKeys.delete(id, lookup);
  // Nothing that a reading could show would keep the key: then a destroy of many keys is spared a reading of each.
  const needsReading = inUse !== "off" || deletion.notThis !== undefined || self !== "other";
  if (!needsReading) return send();
  if ((await apiKeys.observe(id, lookup)).state === "absent") return "already-absent";
  return sendGuarded(context, deletion, "delete", send);
}

/** Reads the key again, runs the guards on what it read, and then sends the write. */
async function sendGuarded<Sent>(
  context: KeyWriteContext,
  deletion: KeyDeletion,
  doing: "delete" | "narrow",
  send: () => Promise<Sent>,
): Promise<Sent | "already-absent"> {
  const now = await context.account.apiKeys.observeNow(deletion.id, deletion.lookup);
  if (now.state === "unknown") throw now.error;
  if (now.state === "absent") return "already-absent";
  const findings = await deletionFindings(context, now.live, deletion, doing);
  if (findings.length > 0) throw new GuardRefusal(doing === "delete" ? "not deleted:" : "not changed:", findings);
  return send();
}

/** Why a key that was just read may not be deleted or replaced. Reads only: a preview asks it as well. */
export async function deletionFindings(
  context: KeyWriteContext,
  live: ApiKeyRecord,
  { id, held, inUse, notThis, self }: KeyDeletion,
  doing: Doing,
): Promise<GuardFinding[]> {
  const other = notThis?.(live);
  if (other !== undefined) return [{ guard: "ownership", why: other }];
  const verdict = self ?? (await selfVerdict(context, id, held));
  const used = inUse === "off" ? [] : await inUse(live);
  return [
    ...lockOutRefusals(context, live, doing, verdict).map((why) => ({ guard: "credential" as const, why })),
    ...used.map((why) => ({ guard: "deletion" as const, why })),
  ];
}

/** One update, and what its guard needs to know. */
export interface KeyUpdate {
  id: string;
  lookup?: ApiKeyLookup;
  held: Held;
  /** What to write on the key that was just read; undefined: nothing. */
  merge(now: ApiKeyRecord): UpdateApiKeyBody | undefined;
}

/**
 * Updates a key. Refuses to take scopes from the run's own credential.
 *
 * @throws GuardRefusal, PaymentServiceError, and whatever `merge` throws
 */
export async function updateKey(
  context: KeyWriteContext,
  { id, lookup, held, merge }: KeyUpdate,
): Promise<ModifiedKey> {
  const self = await selfVerdict(context, id, held);
  return context.account.apiKeys.modify(
    id,
    (now) => {
      const body = merge(now);
      const refusals = narrowingRefusals(context, now, body?.scopes, self);
      if (refusals.length > 0)
        throw new GuardRefusal(
          "not changed:",
          refusals.map((why) => ({ guard: "credential", why })),
        );
      return body;
    },
    lookup,
  );
}

/** What this run's own attempt at a creation is known by. */
export interface KeyAttempt {
  type: ApiKeyRecord["type"];
  /** Exact, with its random part. */
  name: string;
  before: CreationBaseline;
  /** Whether a shown name is the attempt's. Default: exactly the name, blanks and composition aside. */
  isNamed?(shown: string): boolean;
  /** This run uses the key itself, so that a use of it proves nothing. */
  isUsedByRun?: true;
}

/** Why a key that was read, or that a service answered with, is not the one that the attempt created. Pure. */
export function notOfAttempt(
  { type, name, before, isNamed = (shown) => sameName(shown, name) }: KeyAttempt,
  live: ApiKeyRecord,
): string | undefined {
  const contrary =
    contraryEvidence({ type, name }, live, before) ??
    (isNamed(live.name) ? undefined : `its name is ${JSON.stringify(live.name)}, not ${JSON.stringify(name)}`);
  return contrary === undefined
    ? undefined
    : `API key ${live.id} is left alone: ${contrary}, so this run did not create it`;
}

/** Deletes a key that this run's own attempt created, and no other: its name is the exact one, and it is newer than the attempt. */
export function deleteAttempt(
  context: KeyWriteContext,
  id: string,
  attempt: KeyAttempt,
): Promise<"deleted" | "already-absent"> {
  return deleteKey(context, deletionOf(id, attempt));
}

/**
 * Sends a write of the caller's on such a key, which looks at the answer itself, after the same checks.
 *
 * @throws GuardRefusal, PaymentServiceError, and whatever `send` throws
 */
export function sendToAttempt<Sent>(
  context: KeyWriteContext,
  id: string,
  attempt: KeyAttempt,
  doing: "delete" | "narrow",
  send: () => Promise<Sent>,
): Promise<Sent | "already-absent"> {
  return sendGuarded(context, deletionOf(id, attempt), doing, send);
}

function deletionOf(id: string, attempt: KeyAttempt): KeyDeletion {
  const { before, isUsedByRun } = attempt;
  return {
    id,
    held: { isGiven: false },
    // The credential read a list that lacks the key, so it is an older key.
    self: before.wasListed && !before.knows(id) ? "other" : undefined,
    notThis: (live) => notOfAttempt(attempt, live),
    inUse: isUsedByRun
      ? "off"
      : ({ lastUsed }) =>
          lastUsed === undefined ? [] : [`API key ${id} was used at ${lastUsed}, so somebody has its value`],
  };
}
