import { readTime } from "../../provider/api/contract/time";
import { sameAddress } from "../../provider/configuration/address";
import { judgeDeletion } from "../../provider/resources/api-key/deletion-guard";
import { judgeLockOut } from "../../provider/resources/api-key/lock-out";
import { judgeSelf } from "../../provider/resources/api-key/own-key";
import { openService } from "../connection";
import type { Judgement, Orphan, SeenAccount } from "./judge";
import { type Place, wordsOf } from "./look";

/** What became of one key that was to be removed. */
export type Removal = { id: string; removed: true; note?: string } | { id: string; removed: false; why: string };

/** Everything that a removal is decided from, read right before it. */
export interface Fresh {
  judgement: Judgement;
  accounts: readonly SeenAccount[];
  places: readonly Place[];
  /** Keys that may go though they were used lately, or are very young. */
  forced: ReadonlySet<string>;
}

/** So young a key may still be saved by the run that made it, in milliseconds. */
const youngMs = 10 * 60_000;

/** Why an orphan may not go, and else what to say of it. Pure. */
export function judgeRemoval(orphan: Orphan, fresh: Fresh): { refusal: string } | { note?: string } {
  const { id, record, serviceUrl, accountId } = orphan;
  const place = placeOf(orphan, fresh.places);
  if (record === undefined || place === undefined)
    return { refusal: "the service shows it in a form that can't be read here. Delete it in the dashboard." };
  const { connection, configuration } = place;
  const account = fresh.accounts.find((each) => each.serviceUrl === serviceUrl && each.accountId === accountId);
  const shown = (account?.keys ?? []).flatMap((key) => (key.record === undefined ? [] : [key.record]));
  const nowMs = account?.nowMs ?? Date.now();
  const credentials = fresh.places
    .filter((each) => sameAddress(each.connection.serviceUrl, serviceUrl))
    .map((each) => ({ value: each.connection.settings.apiKey, apiKeyId: each.connection.apiKeyId }));
  const self = judgeSelf({ id, credentials, shown });
  if (self === "self")
    return { refusal: "it is the key that this command authenticates with, which is never removed from here." };
  const allowed = configuration.allowSelf.has(id);
  const lockOut = judgeLockOut({
    id,
    type: record.type,
    scopes: record.scopes,
    doing: "delete",
    self,
    allowed,
    connection,
  });
  if (lockOut !== undefined) return { refusal: lockOut };
  const forced = fresh.forced.has(id) || configuration.force.has(id);
  const ageMs = nowMs - readTime(record.createdAt);
  if (ageMs < youngMs && !forced) {
    return {
      refusal: `it was created ${Math.max(0, Math.round(ageMs / 1_000))} s ago: a run that is under way may be about to save it. If none is, add --force ${id}; else wait ten minutes.`,
    };
  }
  const guard = record.type === "publishable" ? "off" : configuration.deletionGuard;
  const lastUses = record.lastUsed === undefined ? [] : [record.lastUsed];
  const isShown = shown.some(({ lastUsed }) => lastUsed !== undefined);
  const verdict = judgeDeletion({ id, accountId, guard, lastUses, isShown, nowMs, forced });
  if (verdict.verdict === "refused") {
    return {
      refusal: `${verdict.why.split(", and its deletion guard")[0]}: something uses it. If it may go all the same, add --force ${id}.`,
    };
  }
  return "line" in verdict ? { note: verdict.line } : {};
}

function placeOf({ serviceUrl, accountId }: Orphan, places: readonly Place[]): Place | undefined {
  return places.find((each) => each.connection.serviceUrl === serviceUrl && each.accountId === accountId);
}

/** Removes what is still an orphan and may go, one after another; nothing is thrown over one of them. */
export async function remove(ids: readonly string[], fresh: Fresh): Promise<Removal[]> {
  const removals: Removal[] = [];
  for (const id of ids) {
    const orphan = fresh.judgement.orphans.find((each) => each.id === id);
    if (orphan === undefined) {
      const why =
        "it is no orphan of these stacks, looked at once more: it carries another tag or none, a state holds it, or it is gone.";
      removals.push({ id, removed: false, why });
      continue;
    }
    const judged = judgeRemoval(orphan, fresh);
    if ("refusal" in judged) removals.push({ id, removed: false, why: judged.refusal });
    else removals.push({ ...(await removeNow(orphan, placeOf(orphan, fresh.places)!)), ...judged } as Removal);
  }
  return removals;
}

async function removeNow({ id, accountId, record }: Orphan, { connection }: Place): Promise<Removal> {
  const service = openService(connection, { writes: true });
  try {
    const done = await service.account(accountId).apiKeys.delete(id, { createdAt: record?.createdAt });
    return done === "deleted" ? { id, removed: true } : { id, removed: true, note: "it was gone already" };
  } catch (error) {
    return { id, removed: false, why: wordsOf(error) };
  } finally {
    await service.close();
  }
}
