const { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");
const { fingerprint } = require("./fingerprint.js");
const { withLock } = require("./lock.js");
const { refuseForeign } = require("./only-ours.js");
const { engineCache, logFolder, platform, root } = require("./places.js");
const { startProgress } = require("./progress.js");

/**
 * @typedef {object} CachedTool
 * @property {string} name as its folder in the cache begins
 * @property {string[]} pins files and folders of the checkout that pin it: a change of them makes another one
 * @property {string[]} [facts] anything else that it depends on
 * @property {string} title what is being done while it is made, for the line of progress
 * @property {number} estimateMs how long that takes at first
 * @property {(folder: string, run: { log: string, progress: ReturnType<typeof startProgress> }) => Promise<void>} make
 *   into an empty folder; throws where it can't
 */

/**
 * A folder with a tool of the tests, made once for each user and kept beside the engines.
 * @param {CachedTool} tool
 * @param {{ background?: boolean, env?: NodeJS.ProcessEnv }} [options] `background`: other output is being written meanwhile
 * @returns {Promise<string>} the folder
 */
async function cachedTool({ name, pins, facts = [], title, estimateMs, make }, { background = false, env } = {}) {
  const cache = join(dirname(engineCache(env)), "tools");
  const target = join(cache, `${name}-${fingerprint(root, pins, facts)}-${platform}`);
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  for (const path of [cache, target].filter((each) => existsSync(each))) refuseForeign(path);
  if (existsSync(target)) return target;
  const lock = `${target}.lock`;
  const onWait = (/** @type {number} */ holder) =>
    console.error(`Waiting for process ${holder}, which is making what this needs: ${title} (${lock}).`);
  return withLock(lock, { onWait }, async () => {
    if (existsSync(target)) return target;
    // What a run that was killed left behind; whoever holds the lock is alone with it.
    const leftovers = readdirSync(cache).filter((each) => each.startsWith(`${basename(target)}.new-`));
    for (const each of leftovers) rmSync(join(cache, each), { recursive: true, force: true });
    const log = join(logFolder, `${name}.log`);
    const fresh = mkdtempSync(`${target}.new-`);
    const progress = startProgress(title, { estimateMs, lines: background });
    try {
      await make(fresh, { log, progress });
      renameSync(fresh, target);
      progress.done();
      return target;
    } catch (error) {
      progress.fail();
      throw new Error(`${error instanceof Error ? error.message : error} (log: ${log})`);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  });
}

module.exports = { cachedTool };
