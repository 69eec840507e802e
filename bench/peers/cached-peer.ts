import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fingerprint } from "../../tools/set-up/fingerprint.js";
import { withLock } from "../../tools/set-up/lock.js";
import { refuseForeign } from "../../tools/set-up/only-ours.js";
import { engineCache, logFolder, platform, root } from "../../tools/set-up/places.js";
import { startProgress } from "../../tools/set-up/progress.js";
import { NotMeasured } from "../not-measured";

/** Whoever cannot reach a registry is told so in the end, not only by a silence. */
const GIVE_UP_AFTER_MS = 300_000;

export interface PeerBuild {
  /** As its folder in the cache begins. */
  readonly name: string;
  /** Folder beside this file with the files that pin its versions and checksums. */
  readonly pins: string;
  /** Anything else that what is built depends on. */
  readonly facts?: readonly string[];
  /** About how long it takes on a machine that has nothing of it. */
  readonly estimateMs: number;
  /** Builds it into an empty folder; answers why it could not, the gist in the first line, or nothing. */
  build(folder: string, log: string, abort: AbortSignal): Promise<string | undefined>;
}

/**
 * A peer as its pins say, built once for each user and kept beside the engines. A changed pin makes another one.
 * @returns the folder that it was built into
 * @throws NotMeasured where it cannot be built here
 */
export async function cachedPeer({ name, pins, facts = [], estimateMs, build }: PeerBuild): Promise<string> {
  const cache = join(dirname(engineCache()), "peers");
  const target = join(cache, `${name}-${fingerprint(join(__dirname, pins), ["."], [...facts])}-${platform}`);
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  for (const path of [cache, target].filter((each) => existsSync(each))) refuseForeign(path);
  if (existsSync(target)) return target;
  return withLock(`${target}.lock`, {}, async () => {
    if (existsSync(target)) return target;
    const fresh = mkdtempSync(`${target}.new-`);
    const log = join(logFolder, `peer-${name}.log`);
    const progress = startProgress(`Building ${name} to measure against`, { estimateMs, lines: true });
    try {
      mkdirSync(logFolder, { recursive: true });
      const flaw = await build(fresh, log, AbortSignal.timeout(GIVE_UP_AFTER_MS));
      if (flaw !== undefined) {
        progress.fail();
        process.stderr.write(`${flaw}\n`);
        throw new NotMeasured(`${name} could not be built here: ${firstLine(flaw)} (log: ${relative(root, log)})`);
      }
      renameSync(fresh, target);
      progress.done();
      return target;
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  });
}

/** What a cell of a table has room for; the log has the rest. */
const firstLine = (text: string): string => (text.split("\n", 1)[0] ?? "").replace(/:$/, "").replaceAll("|", "/");
