const { lstatSync, readFileSync, realpathSync } = require("node:fs");
const { join } = require("node:path");
const { explainOutcome, runCommand } = require("./command.js");
const { SetUpFailure } = require("./failure.js");
const { logFolder, outsideEnvironment, root } = require("./places.js");
const { startProgress } = require("./progress.js");

/**
 * Whether node_modules holds what the lock file says, whoever installed it. npm leaves its own account of an
 * installation beside the packages; the two are compared, packages for other platforms aside.
 */
function dependenciesAreInstalled() {
  const wanted = packagesOf(join(root, "package-lock.json"));
  const installed = packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional === true && installed[path] === undefined)) return true;
    return installed[path]?.version === entry.version;
  });
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** npm would empty the folder that a link leads to, and whoever else works with that would be left without. */
function refuseLink() {
  const folder = join(root, "node_modules");
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new SetUpFailure({
    what: "installing the dependencies with npm ci",
    why: `node_modules is a link to ${realpathSync(folder)}, and what is installed there does not fit this package-lock.json`,
    todo: "Run npm ci where that folder belongs; or remove the link, and run the same command again.",
  });
}

async function installDependencies() {
  refuseLink();
  const log = join(logFolder, "dependencies.log");
  const progress = startProgress("Installing the dependencies from the lock file", { estimateMs: 30_000 });
  const outcome = await runCommand("npm", ["ci", "--no-audit", "--no-fund", "--no-progress"], {
    cwd: root,
    env: outsideEnvironment(),
    log,
  });
  if (outcome.code === 0) return progress.done();
  progress.fail();
  throw new SetUpFailure({
    what: "installing the dependencies with npm ci",
    why: explainOutcome("npm ci", outcome),
    todo: adviceFor(outcome.missing !== undefined, outcome.lines.join("\n")),
    log,
  });
}

/** @param {boolean} npmIsMissing @param {string} output */
function adviceFor(npmIsMissing, output) {
  if (npmIsMissing) return "Install Node.js 20 or later together with npm, and put both on PATH.";
  if (output.includes("EUSAGE")) return "Run npm install, and commit package-lock.json with package.json.";
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(output))
    return "The package registry could not be reached: check the network, HTTPS_PROXY and `npm config get registry`.";
  if (output.includes("ENOSPC")) return "The disk is full: free about 1 GB and run the command again.";
  if (/EACCES|EPERM/.test(output))
    return "Make node_modules and npm's cache writable for you, and run the command again.";
  return "Read the log; once its cause is fixed, run the same command again.";
}

module.exports = { dependenciesAreInstalled, installDependencies };
