const { accessSync, constants } = require("node:fs");
const { delimiter, join } = require("node:path");
const { aptInstall, thisMachine, whyNoApt } = require("./apt.js");
const { explainOutcome, runCommand } = require("./command.js");
const { SetUpFailure } = require("./failure.js");
const { withLock } = require("./lock.js");
const { root, workFolder } = require("./places.js");

/** What a test run hands on to its workers, and what a user sets to name a browser of their own. */
const NAMED = "CHROMIUM_PATH";
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const ESTIMATE_MS = 60_000;

/** @typedef {import("./apt.js").Machine} Machine */

/**
 * Finds a Chromium for the tests of pages, and installs Debian's where that can be done.
 * @param {{ background?: boolean, machine?: Machine }} [options] `background`: other output is being written meanwhile
 * @returns {Promise<string>} its path
 */
async function ensureBrowser({ background = false, machine = thisMachine() } = {}) {
  const found = await lookFor(machine.env);
  if (found.path !== undefined) return found.path;
  const hindrance = whyNotInstallable(machine);
  if (hindrance !== undefined) throw missing([...found.reasons, hindrance]);
  const lock = join(workFolder, "browser.lock");
  const onWait = (/** @type {number} */ holder) =>
    console.error(`Waiting for process ${holder}, which is installing Chromium (${lock}).`);
  return withLock(lock, { onWait }, async (contended) => {
    const again = contended ? await lookFor(machine.env) : found;
    if (again.path !== undefined) return again.path;
    await aptInstall(
      {
        subject: "Chromium",
        purpose: "for the tests of pages",
        packages: ["chromium"],
        estimateMs: ESTIMATE_MS,
        byHand: `install a Chromium by hand and set ${NAMED} to its path`,
        log: "browser",
      },
      { env: machine.env, background },
    );
    const installed = await lookFor(machine.env);
    if (installed.path !== undefined) return installed.path;
    throw missing(installed.reasons);
  });
}

/**
 * The Chromium that is there; nothing is installed.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} its path
 */
async function findBrowser(env = process.env) {
  const { path, reasons } = await lookFor(env);
  if (path === undefined) throw missing(reasons);
  return path;
}

/**
 * The first of CHROMIUM_PATH and the usual names on PATH that starts; some systems have a name there that only tells what to install.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ path?: string, reasons: string[] }>}
 */
async function lookFor(env) {
  const named = env[NAMED];
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = NAMES.flatMap((name) =>
    folders
      .map((folder) => join(folder, name))
      .filter(isExecutable)
      .slice(0, 1),
  );
  /** @type {string[]} */
  const reasons = [];
  for (const path of named ? [named] : onPath) {
    const abort = new AbortController();
    const patience = setTimeout(() => abort.abort(), 30_000);
    const asked = await runCommand(path, ["--version"], { cwd: root, env, abort: abort.signal });
    clearTimeout(patience);
    if (asked.code === 0) return { path, reasons };
    reasons.push(explainOutcome(path, asked, 2));
  }
  if (named) reasons.push(`${NAMED} names it, so that nothing else is looked for`);
  else if (onPath.length === 0) reasons.push(`there is no ${NAMES.join(", ")} on PATH, and ${NAMED} is not set`);
  return { reasons };
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {Machine} machine @returns {string | undefined} */
function whyNotInstallable(machine) {
  return machine.env[NAMED] ? `nothing is installed while ${NAMED} is set` : whyNoApt(machine);
}

/** @param {string[]} reasons */
function missing(reasons) {
  return new SetUpFailure({
    what: "finding a Chromium for the tests of pages",
    why: reasons.join("\n"),
    todo: `Install it (Debian: apt-get install --no-install-recommends chromium; macOS: brew install --cask chromium), or set ${NAMED} to the path of a Chromium or Chrome.`,
  });
}

module.exports = { ensureBrowser, findBrowser, NAMED };
