const { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");
const { SetUpFailure } = require("../failure.js");
const { withLock } = require("../lock.js");
const { refuseForeign } = require("../only-ours.js");
const { engineCache, logFolder, platform } = require("../places.js");
const { buildFromModules } = require("./build.js");
const { fromCache } = require("./cache.js");
const { download } = require("./download.js");
const { placeLauncher } = require("./launcher.js");
const { onPath } = require("./path.js");
const { askVersion, flawOf, isAtLeast, OLDEST_ENGINE, pinnedEngineVersion } = require("./version.js");

/**
 * @typedef {object} Context
 * @property {NodeJS.ProcessEnv} env
 * @property {string} version the pinned version
 * @property {string} target the folder of that version in the cache
 * @property {string} log where a slow way keeps its log
 * @property {boolean} background whether other output is being written meanwhile
 * @property {number} [firstByteMs] how long a download may take to begin
 */

/** Quick ways look; slow ways make an engine in an empty folder. */
const quickWays = { path: onPath, cache: fromCache };
const slowWays = { download, build: buildFromModules };
const ALL_WAYS = ["path", "cache", "download", "build"];

/**
 * Finds or makes an engine with its language host: the first way of PAYMENTS_ENGINE that works.
 * @param {{ env?: NodeJS.ProcessEnv, background?: boolean, firstByteMs?: number }} [options]
 * @returns {Promise<string>} the folder that holds both
 */
async function ensureEngine(options = {}) {
  const env = options.env ?? process.env;
  const version = pinnedEngineVersion();
  const target = join(engineCache(env), `${version}-${platform}`);
  const background = options.background ?? false;
  /** @type {string[]} */
  const reasons = [];
  for (const way of chosenWays(env.PAYMENTS_ENGINE)) {
    const log = join(logFolder, `engine-${way}.log`);
    const context = { ...options, env, version, target, log, background };
    try {
      const quick = quickWays[/** @type {keyof quickWays} */ (way)];
      const folder = quick === undefined ? await make(way, context, reasons) : await quick(context);
      if (way !== "path") placeLauncher(folder);
      return folder;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      reasons.push(`${way}: ${reason}${way in slowWays ? ` (log: ${log})` : ""}`);
    }
  }
  throw new SetUpFailure({
    what: `getting a Pulumi engine (${OLDEST_ENGINE} or later)`,
    why: `none of these ways worked:\n${reasons.join("\n")}`,
    todo: "Install Pulumi and put it on PATH, or install Go 1.21 or later for the build; PAYMENTS_ENGINE=path,cache,download,build picks the ways and their order.",
  });
}

/** @param {string | undefined} setting */
function chosenWays(setting) {
  const ways = (setting || ALL_WAYS.join(",")).split(",").map((way) => way.trim());
  const unknown = ways.filter((way) => !ALL_WAYS.includes(way));
  if (unknown.length === 0) return ways;
  throw new SetUpFailure({
    what: "reading PAYMENTS_ENGINE",
    why: `it names ${unknown.map((way) => `"${way}"`).join(", ")}, and the ways are ${ALL_WAYS.join(", ")}`,
    todo: "Set PAYMENTS_ENGINE to some of these, separated by commas, or unset it.",
  });
}

/**
 * Makes an engine in a folder of its own and renames it into the cache, so that nobody ever sees half of one.
 * @param {string} way
 * @param {Context} context
 * @param {string[]} reasons why earlier ways failed
 */
async function make(way, context, reasons) {
  const { target } = context;
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  refuseForeign(dirname(target));
  const lock = `${target}.lock`;
  const onWait = (/** @type {number} */ holder) =>
    console.error(`Waiting for process ${holder}, which is getting the Pulumi engine (${lock}).`);
  return withLock(lock, { onWait }, async (contended) => {
    if (contended && flawOf(target) === undefined) return fromCache(context);
    const tried = reasons.filter((reason) => reason.startsWith("download:"));
    for (const reason of tried) console.error(`The engine is made by ${way} now. ${reason.split("\n").join(" ")}`);
    removeLeftovers(target);
    const folder = mkdtempSync(`${target}.new-`);
    try {
      const made = await slowWays[/** @type {"build"} */ (way)](context, folder);
      const flaw = flawOf(made);
      if (flaw !== undefined) throw new Error(flaw);
      const version = askVersion(made);
      if (!isAtLeast(version, OLDEST_ENGINE)) throw new Error(`it made version ${version}`);
      if (existsSync(target)) renameSync(target, join(folder, "replaced"));
      renameSync(made, target);
      return target;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/**
 * What a run that was killed left behind; whoever holds the lock is alone with it.
 * @param {string} target
 */
function removeLeftovers(target) {
  const prefix = `${basename(target)}.new-`;
  const leftovers = readdirSync(dirname(target)).filter((name) => name.startsWith(prefix));
  for (const name of leftovers) rmSync(join(dirname(target), name), { recursive: true, force: true });
}

module.exports = { ensureEngine };
