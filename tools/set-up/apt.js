const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { explainOutcome, runCommand } = require("./command.js");
const { SetUpFailure } = require("./failure.js");
const { logFolder, root } = require("./places.js");
const { startProgress } = require("./progress.js");

/**
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} isRoot
 * @property {string} osRelease file that says which system this is
 */

/** @returns {Machine} */
function thisMachine() {
  return { env: process.env, isRoot: process.getuid?.() === 0, osRelease: "/etc/os-release" };
}

/** @param {Machine} machine @returns {string | undefined} why packages can't be installed there */
function whyNoApt({ isRoot, osRelease }) {
  let system = "";
  try {
    system = readFileSync(osRelease, "utf8");
  } catch {
    // Not a Linux that says what it is.
  }
  // Ubuntu's package named chromium holds no browser, only a hint at another way to install one.
  if (!/^ID="?debian"?$/m.test(system)) return "it is installed by this script on Debian only";
  return isRoot ? undefined : "it is installed by this script for root only";
}

/**
 * Installs packages of Debian, and fetches the lists of packages first where they are missing.
 * @param {{ subject: string, purpose: string, packages: string[], estimateMs: number, byHand: string, log: string }} wanted
 *   `byHand`: what else a person can do; `log`: name of the log file
 * @param {{ env: NodeJS.ProcessEnv, background: boolean }} options
 * @throws {SetUpFailure}
 */
async function aptInstall({ subject, purpose, packages, estimateMs, byHand, log: name }, { env, background }) {
  const log = join(logFolder, `${name}.log`);
  const progress = startProgress(`Installing ${subject} ${purpose}`, { estimateMs, lines: background });
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
  const wanted = ["install", "-y", "--no-install-recommends", ...packages];
  let outcome = await apt(wanted, false);
  if (outcome.code !== 0 && outcome.missing === undefined) {
    progress.update({ note: "fetching the lists of packages" });
    const updated = await apt(["update"]);
    outcome = updated.code === 0 ? await apt(wanted) : updated;
  }
  if (outcome.code === 0) return progress.done();
  progress.fail();
  throw new SetUpFailure({
    what: `installing ${subject} with apt-get`,
    why: explainOutcome("apt-get", {
      ...outcome,
      lines: outcome.lines.filter((line) => readStatus(line) === undefined),
    }),
    todo: `Check that the machine reaches a mirror of Debian, or ${byHand}.`,
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

module.exports = { aptInstall, thisMachine, whyNoApt };
