import { readTime } from "../api/contract/time";
import type { DeletionGuard } from "../configuration/settings";
import type { Guard } from "./guard";

const hourMs = 3_600_000;

/** A key that somebody used lately is not deleted. */
export const deletion: Guard = {
  name: "deletion",
  needsLive: ({ deletionGuard }) => deletionGuard !== "off",
  check(write, { accountId, use }) {
    if (!("deletionGuard" in write) || write.deletionGuard === "off") return [];
    const { id, deletionGuard } = write;
    if (use === undefined) return [{ why: `nobody checked whether API key ${id} is in use. Run this again.` }];
    const { lastUses, isShown, nowMs, forced } = use;
    if (lastUses.length === 0) {
      if (isShown || forced) return [];
      const why = `whether the keys of account ${accountId} are in use is unknown, because the service shows last_used on none of them. Their deletion guard allows the deletion.`;
      return [{ severity: "run-warning", why }];
    }
    const found = inUse(lastUses, deletionGuard.unusedHours * hourMs, nowMs);
    if (found === undefined) return [];
    const used = `API key ${id} was last used at ${found}`;
    if (forced) {
      const why = `${used}; it is deleted because PAYMENTS_FORCE names it`;
      return [{ severity: "warning", why }];
    }
    const why = `${used}, and its deletion guard requires ${hours(deletionGuard.unusedHours)} without use. Move its users to another key and wait that long. To delete it anyway, run this once with PAYMENTS_FORCE=${id}. Or set deletionGuard: "off" on the key, and run 'pulumi up' first, which records it. For all keys of a throw-away stack:\n      pulumi config set payments:deletionGuard off`;
    return [{ why }];
  },
};

/** The last use that counts as recent, for people. One that can't be read was some time, and one in the future is now. */
function inUse(lastUses: readonly string[], unusedMs: number, nowMs: number): string | undefined {
  const times = lastUses.map((text) => ({ text, ms: readTime(text) }));
  const unreadable = times.find(({ ms }) => Number.isNaN(ms));
  const latest = times.filter(({ ms }) => !Number.isNaN(ms)).sort((a, b) => b.ms - a.ms)[0];
  if (latest !== undefined && nowMs - latest.ms < unusedMs) {
    const agoMs = nowMs - latest.ms;
    return `${latest.text} (${agoMs < 60_000 ? "just now" : `${hours(agoMs / hourMs)} ago`})`;
  }
  return unreadable === undefined ? undefined : `${JSON.stringify(unreadable.text)}, which is not a valid time`;
}

/** To a tenth. */
function hours(count: number): string {
  const tenths = Math.max(1, Math.round(count * 10)) / 10;
  return tenths === 1 ? "1 hour" : `${tenths} hours`;
}

/** Hours without use that it asks for; 0 where it is off. Pure. */
export const guardHours = (guard: DeletionGuard): number => (guard === "off" ? 0 : guard.unusedHours);
