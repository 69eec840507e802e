import { type ApiKeyRecord, sameName } from "../api/contract/api-key";
import { type CreationBaseline, contraryEvidence } from "../api/creation-evidence";
import type { ModifiedKey } from "../api/service";
import type { Finding, KeyDeletion, KeyUpdate } from "../guards/guard";
import { findingsOf, needsLive } from "../guards/index";
import { claimEvidence, deletionEvidence, type KeyWriteContext, selfVerdict } from "./evidence";
import { Refusal } from "./refusal";
import type { ResourceContext } from "./resource";

/**
 * The only way to a change or deletion of a key. Every function here reads the key again, asks every guard about what it
 * read, and then writes. It spares a deletion the reading if no guard needs it. A structural test shows that nothing else calls the service's writes.
 *
 * By itself the product deletes, narrows or adopts only a key that this resource's state records, or one that this run's
 * own attempt created. A caller states which of the two it is; a person may name any other key in a command.
 */

/** A guard forbids a write; nothing was written. */
export class GuardRefusal extends Refusal {
  constructor(
    what: string,
    readonly refusals: readonly Finding[],
  ) {
    super(`${what}\n${refusals.map(({ why }) => why).join("\n")}`);
  }
}

/** Reports what guards let pass with a warning. @throws GuardRefusal where one of them refuses */
export async function obey(
  { log }: Pick<KeyWriteContext, "log">,
  what: string,
  findings: readonly Finding[],
): Promise<void> {
  const refusals = findings.filter(({ severity }) => severity === undefined);
  for (const { why, severity } of findings) {
    if (severity === "warning") await log.warn(why);
    if (severity === "run-warning") await log.warnOnceARun(why);
  }
  if (refusals.length > 0) throw new GuardRefusal(what, refusals);
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
  const { id, lookup, known } = deletion;
  const { apiKeys } = context.account;
  if (apiKeys.isProvedAbsent(id)) return "already-absent";
  const self = deletion.self ?? (await selfVerdict(context, id, known));
  const send = () => apiKeys.delete(id, lookup);
  if (!needsLive(deletion, self)) return send();
  if ((await apiKeys.observe(id, lookup)).state === "absent") return "already-absent";
  return sendGuarded(context, { ...deletion, self }, send);
}

/** Deletes all of these keys, or none where a guard keeps one of them. @throws GuardRefusal, PaymentServiceError */
export async function deleteKeys(
  context: KeyWriteContext,
  deletions: readonly KeyDeletion[],
): Promise<("deleted" | "already-absent")[]> {
  if (deletions.length > 1) {
    const findings: Finding[] = [];
    for (const deletion of deletions) findings.push(...((await freshFindings(context, deletion)) ?? []));
    await obey(context, "not deleted:", findings);
  }
  const done: ("deleted" | "already-absent")[] = [];
  for (const deletion of deletions) done.push(await deleteKey(context, deletion));
  return done;
}

/** What the guards say of a key that is read again for it; undefined: it is absent. */
async function freshFindings(context: KeyWriteContext, deletion: KeyDeletion): Promise<Finding[] | undefined> {
  const now = await context.account.apiKeys.observeNow(deletion.id, deletion.lookup);
  if (now.state === "unknown") throw now.error;
  if (now.state === "absent") return undefined;
  return findingsOf(deletion, await deletionEvidence(context, deletion, now.live));
}

async function sendGuarded<Sent>(
  context: KeyWriteContext,
  deletion: KeyDeletion,
  send: () => Promise<Sent>,
): Promise<Sent | "already-absent"> {
  const findings = await freshFindings(context, deletion);
  if (findings === undefined) return "already-absent";
  await obey(context, deletion.write === "narrow" ? "not changed:" : "not deleted:", findings);
  return send();
}

/**
 * Updates a key, or adopts one and updates it.
 *
 * @throws GuardRefusal, PaymentServiceError, and whatever `merge` throws
 */
export async function updateKey(context: ResourceContext, update: KeyUpdate): Promise<ModifiedKey> {
  const { id, lookup, known } = update;
  const evidence = claimEvidence(context, update);
  const what = update.adopts === undefined ? "not changed:" : "not adopted:";
  await obey(context, what, findingsOf(update, evidence));
  const self = await selfVerdict(context, id, known);
  return context.account.apiKeys.modify(
    id,
    (now) => {
      const body = update.merge(now);
      const refusals = findingsOf(update, { ...evidence, live: now, body, self });
      if (refusals.length > 0) throw new GuardRefusal(what, refusals);
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
  return deleteKey(context, deletionOf(id, attempt, "delete"));
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
  return sendGuarded(context, deletionOf(id, attempt, doing), send);
}

function deletionOf(id: string, attempt: KeyAttempt, write: KeyDeletion["write"]): KeyDeletion {
  const { before, isUsedByRun } = attempt;
  return {
    write,
    id,
    known: { isGiven: false },
    deletionGuard: "off",
    // The credential read a list that lacks the key, so it is an older key.
    self: before.wasListed && !before.knows(id) ? "other" : undefined,
    against: (live) => {
      const contrary = notOfAttempt(attempt, live);
      if (contrary !== undefined) return [{ guard: "ownership", why: contrary }];
      if (isUsedByRun || live.lastUsed === undefined) return [];
      return [{ guard: "deletion", why: `API key ${id} was used at ${live.lastUsed}, so somebody has its value` }];
    },
  };
}
