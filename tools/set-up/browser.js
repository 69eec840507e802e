const { accessSync, constants, readFileSync } = require("node:fs");
const { delimiter, join } = require("node:path");
const { explainOutcome, runCommand } = require("./command.js");
const { SetUpFailure } = require("./failure.js");
const { withLock } = require("./lock.js");
const { logFolder, root, workFolder } = require("./places.js");
const { startProgress } = require("./progress.js");

/** What a test run hands on to its workers, and what a user sets to name a browser of their own. */
const NAMED = "CHROMIUM_PATH";
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
const ESTIMATE_MS = 60_000;
const OS_RELEASE = "/etc/os-release";

/**
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} isRoot
 * @property {string} osRelease file that says which system this is
 */

/** @returns {Machine} */
function thisMachine() {
  return { env: process.env, isRoot: process.getuid?.() === 0, osRelease: OS_RELEASE };
}

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
    await install(machine.env, background);
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
function whyNotInstallable({ env, isRoot, osRelease }) {
  if (env[NAMED]) return `nothing is installed while ${NAMED} is set`;
  let system = "";
  try {
    system = readFileSync(osRelease, "utf8");
  } catch {
    // Not a Linux that says what it is.
  }
  // Ubuntu's package of that name holds no browser, only a hint at another way to install one.
  if (!/^ID="?debian"?$/m.test(system)) return "it is installed by this script on Debian only";
  return isRoot ? undefined : "it is installed by this script for root only";
}

/** @param {NodeJS.ProcessEnv} env @param {boolean} background */
async function install(env, background) {
  const log = join(logFolder, "browser.log");
  const progress = startProgress("Installing Chromium for the tests of pages", {
    estimateMs: ESTIMATE_MS,
    lines: background,
  });
  const onLine = (/** @type {string} */ line) => {
    const news = readStatus(line);
    if (news !== undefined) progress.update(news);
  };
  const apt = (/** @type {string[]} */ args, append = true) =>
    runCommand("apt-get", ["-o", "DPkg::Lock::Timeout=300", "-o", "APT::Status-Fd=1", ...args], {
      cwd: root,
      env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
      log,
      append,
      onLine,
    });
  const wanted = ["install", "-y", "--no-install-recommends", "chromium"];
  let outcome = await apt(wanted, false);
  if (outcome.code !== 0 && outcome.missing === undefined) {
    progress.update({ note: "fetching the lists of packages" });
    const updated = await apt(["update"]);
    outcome = updated.code === 0 ? await apt(wanted) : updated;
  }
  if (outcome.code === 0) return progress.done();
  progress.fail();
  throw new SetUpFailure({
    what: "installing Chromium with apt-get",
    why: explainOutcome("apt-get", {
      ...outcome,
      lines: outcome.lines.filter((line) => readStatus(line) === undefined),
    }),
    todo: `Check that the machine reaches a mirror of Debian, or install a Chromium by hand and set ${NAMED} to its path.`,
    log,
  });
}

/**
 * What apt says of its progress: the first half is fetching, the second unpacking.
 * @param {string} line as `dlstatus:3:45.6:Retrieving file 3 of 90`
 * @returns {{ note: string, fraction: number } | undefined}
 */
function readStatus(line) {
  const [, kind, percent = ""] = /^(dl|pm)status:[^:]*:([\d.]+):/.exec(line) ?? [];
  if (kind === undefined) return undefined;
  const half = Number(percent) / 200;
  return kind === "dl" ? { note: "fetching packages", fraction: half } : { note: "unpacking", fraction: 0.5 + half };
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
