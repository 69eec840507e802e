import { readTime } from "../api/contract/time.js";
import type { DeletionGuard } from "../configuration/settings.js";
import type { Guard, KeyUse } from "./guard.js";

/** Everything that the guard of one deletion is decided from. Plain data. */
export interface Deletion extends KeyUse {
  id: string;
  accountId: string;
  guard: DeletionGuard;
}

export type DeletionVerdict =
  | { verdict: "allowed" }
  /** It passes, and this is to be said. */
  | { verdict: "forced" | "not-known"; line: string }
  | { verdict: "refused"; why: string };

const hourMs = 3_600_000;

/** Whether a key may be deleted, by when it was last used. Pure. */
export function judgeDeletion(deletion: Deletion): DeletionVerdict {
  const { id, accountId, guard, lastUses, isShown, nowMs, forced } = deletion;
  if (guard === "off") return { verdict: "allowed" };
  if (lastUses.length === 0) {
    if (isShown || forced) return { verdict: "allowed" };
    return {
      verdict: "not-known",
      line: `whether the keys of account ${accountId} are in use is not known: the service shows last_used on none of them. Their deletion guard lets them pass.`,
    };
  }
  const found = inUse(lastUses, guard.unusedHours * hourMs, nowMs);
  if (found === undefined) return { verdict: "allowed" };
  const used = `API key ${id} was last used at ${found}`;
  if (forced) return { verdict: "forced", line: `${used}; it is deleted nevertheless, since PAYMENTS_FORCE names it` };
  return {
    verdict: "refused",
    why: `${used}, and its deletion guard asks for ${hours(guard.unusedHours)} without use. Move what uses it to another key and wait that long. To delete it all the same, run this once with PAYMENTS_FORCE=${id}; or set deletionGuard: "off" on the key ('pulumi config set payments:deletionGuard off' for all keys of a throw-away stack) and run 'pulumi up' first, which records it.`,
  };
}

/** The last use that counts as recent, for people. One that can't be read was some time, and one in the future is now. */
function inUse(lastUses: readonly string[], unusedMs: number, nowMs: number): string | undefined {
  const times = lastUses.map((text) => ({ text, ms: readTime(text) }));
  const unreadable = times.find(({ ms }) => Number.isNaN(ms));
  const latest = times.filter(({ ms }) => !Number.isNaN(ms)).sort((a, b) => b.ms - a.ms)[0];
  if (latest !== undefined && nowMs - latest.ms < unusedMs) {
    const agoMs = nowMs - latest.ms;
    return `${latest.text} (${agoMs < 60_000 ? "just now" : `${hours(agoMs / hourMs)} ago`})`;
  }
  return unreadable === undefined
    ? undefined
    : `${JSON.stringify(unreadable.text)}, which is no time that is known here`;
}

/** To a tenth. */
function hours(count: number): string {
  const tenths = Math.max(1, Math.round(count * 10)) / 10;
  return tenths === 1 ? "1 hour" : `${tenths} hours`;
}

/** Hours without use that it asks for; 0 where it is off. Pure. */
export const guardHours = (guard: DeletionGuard): number => (guard === "off" ? 0 : guard.unusedHours);

/** A key that somebody used lately is not deleted. */
export const deletion: Guard = (write, { accountId, live, use }) => {
  if (!("deletionGuard" in write) || live === undefined || use === undefined) return [];
  const { id, deletionGuard: guard } = write;
  const verdict = judgeDeletion({ id, accountId, guard, ...use });
  if (verdict.verdict === "allowed") return [];
  if (verdict.verdict === "refused") return [{ guard: "deletion", why: verdict.why }];
  const severity = verdict.verdict === "forced" ? "warning" : "run-warning";
  return [{ guard: "deletion", why: verdict.line, severity }];
};
