const { availableParallelism } = require("node:os");
const { join } = require("node:path");
const { explainOutcome, runCommand } = require("./command.js");
const { root } = require("./places.js");
const { isAtLeast } = require("./engine/version.js");

const GO_OF_THE_MODULES = "1.26.0";
/** From this one on, Go fetches a newer Go by itself. */
const GO_THAT_FETCHES_GO = "1.21.0";

/**
 * @param {number} workMs core-milliseconds of a cold build
 * @returns {number} how long it takes on this machine
 */
function buildEstimate(workMs) {
  return workMs / Math.min(availableParallelism(), 8);
}

/**
 * The environment in which the modules of tools/ are built.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} log
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function goEnvironment(env, log) {
  const asked = await runCommand("go", ["env", "GOVERSION"], { cwd: root, env: { ...env, GOTOOLCHAIN: "local" }, log });
  if (asked.missing !== undefined) throw new Error("there is no go on PATH (Go 1.21 or later is needed)");
  const found = asked.lines.at(-1)?.trim().replace(/^go/, "") ?? "";
  if (asked.code !== 0 || !isAtLeast(found, GO_THAT_FETCHES_GO))
    throw new Error(
      `go on PATH is ${found || "of an unknown version"}, and 1.21 is the oldest that can fetch the Go 1.26 that the engine needs`,
    );
  const fresh = { ...env, CGO_ENABLED: "0", GOWORK: "off" };
  return isAtLeast(found, GO_OF_THE_MODULES) ? fresh : { ...fresh, GOTOOLCHAIN: "auto" };
}

/**
 * Compiles a program of a module that tools/ pins.
 * @param {{ module: string, package_: string, output: string, flags?: string, share?: [number, number],
 *   env: NodeJS.ProcessEnv, log: string, progress: { update(news: { note?: string, fraction?: number }): void } }} job
 *   `env`: of goEnvironment(); `share`: where in the whole this part begins and ends
 */
async function compile({ module, package_, output, flags = "-s -w", share = [0, 1], env, log, progress }) {
  const cwd = join(root, "tools", module);
  const [from, to] = share;
  progress.update({ note: `fetching the modules of the ${module.replaceAll("-", " ")}`, fraction: from });
  let total = 0;
  const count = (/** @type {string} */ line) => {
    if (isPackage(line)) total++;
  };
  const listing = await runCommand("go", ["list", "-deps", package_], { cwd, env, log, append: true, onLine: count });
  if (listing.code !== 0) throw new Error(explainOutcome(`go list in tools/${module}`, listing, 4));
  let compiled = 0;
  const onLine = (/** @type {string} */ line) => {
    if (!isPackage(line)) return;
    compiled++;
    const done = Math.min(1, compiled / total);
    progress.update({ note: `${compiled} of ${total} packages compiled`, fraction: from + (to - from) * done * 0.95 });
  };
  // What debuggers read is stripped by the linker: not to make it saves a fifth of the work.
  const lean = ["-trimpath", "-gcflags=all=-dwarf=false", "-ldflags", flags];
  const args = ["build", "-v", ...lean, "-o", output, package_];
  const outcome = await runCommand("go", args, { cwd, env, log, append: true, onLine });
  if (outcome.code !== 0) throw new Error(explainOutcome(`go build in tools/${module}`, outcome, 4));
}

/**
 * Go tells of modules that it fetches among the packages that it lists.
 * @param {string} line
 */
function isPackage(line) {
  return !line.startsWith("go: ");
}

module.exports = { buildEstimate, compile, goEnvironment };
