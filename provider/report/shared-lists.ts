import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadListing } from "../api/listed-key";
import type { ListOfKeys, ShareList } from "../api/service";
import { withoutSecrets } from "../text/outgoing";
import { privateFolder } from "./private-folder";
import { isCollecting, reportVariables } from "./variables";

/** Form of the files below. Stacks of one run may have different versions of the package, which share nothing. */
const formVersion = 1;

/** A list that was read longer ago is read again, in milliseconds. */
const mostAgeMs = 60_000;

/** How long one process waits for the list that another reads, in milliseconds. Then it reads for itself. */
const mostWaitMs = 10_000;
const pollMs = 50;

/**
 * The lists of keys that the previews of one drift run share: whichever needs one first reads it, and the others take it
 * from a private folder, with its age. It never proves absence alone, since that takes a reading of one's own.
 *
 * @returns undefined in any other run
 */
export function openSharedLists(
  environment: Readonly<Record<string, string | undefined>>,
  clock: { monotonicMs(): number; sleep(ms: number): Promise<void> },
): ShareList | undefined {
  const folder = environment[reportVariables.lists];
  if (!folder || !isCollecting(environment)) return undefined;
  // Files hold times by the wall clock, which all processes of the machine share.
  const wallMinusMonotonicMs = Date.now() - clock.monotonicMs();
  return async (list, read) => {
    const places = placesOf(folder, list);
    if (places === undefined) return read();
    const untilMs = clock.monotonicMs() + mostWaitMs;
    for (;;) {
      const known = stored(places.file);
      if (known !== undefined) return shifted(known, -wallMinusMonotonicMs);
      const isOurs = take(places.lock);
      if (!isOurs && clock.monotonicMs() < untilMs) {
        await clock.sleep(pollMs);
        continue;
      }
      try {
        const listing = await read();
        store(places.file, shifted(listing, wallMinusMonotonicMs));
        return listing;
      } finally {
        if (isOurs) rmSync(places.lock, { force: true });
      }
    }
  };
}

/** Each credential reads for itself, so that one that is refused shows. A folder that is not private holds no list. */
function placesOf(folder: string, list: ListOfKeys): { file: string; lock: string } | undefined {
  const text = JSON.stringify([formVersion, list.serviceUrl, list.accountId, list.apiKey]);
  try {
    const file = join(privateFolder(folder), `${createHash("sha256").update(text).digest("hex")}.json`);
    return { file, lock: `${file}.lock` };
  } catch {
    return undefined;
  }
}

function stored(file: string): ReadListing | undefined {
  try {
    const listing = JSON.parse(readFileSync(file, "utf8")) as ReadListing;
    const ageMs = Date.now() - listing.beganMs;
    return ageMs >= 0 && ageMs <= mostAgeMs ? listing : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing is stored where it would hold a secret, as of a service that shows whole values. */
function store(file: string, listing: ReadListing): void {
  const text = JSON.stringify(listing);
  if (JSON.stringify(withoutSecrets(listing)) !== text) return;
  try {
    writeFileSync(`${file}.${process.pid}`, text, { mode: 0o600, flag: "wx" });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The others read for themselves.
  }
}

/** Whether the list is ours to read. A process that died left its lock. */
function take(lock: string): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > mostWaitMs) rmSync(lock, { force: true });
  } catch {
    // Nobody reads it.
  }
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch {
    return false;
  }
}

function shifted({ service, ...listing }: ReadListing, byMs: number): ReadListing {
  return {
    ...listing,
    beganMs: listing.beganMs + byMs,
    endedMs: listing.endedMs + byMs,
    ...(service && { service: { ...service, localMs: service.localMs + byMs } }),
  };
}
