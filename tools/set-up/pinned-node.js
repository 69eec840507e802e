const { execFileSync } = require("node:child_process");
const { dirname, join } = require("node:path");
const { explainOutcome, runCommand } = require("./command.js");
const { SetUpFailure } = require("./failure.js");
const { logFolder, manifest, outsideEnvironment, platform, root } = require("./places.js");

const package_ = join(root, "node_modules", "node");
const pinnedNode = join(package_, "bin", "node");
const pinnedNodeFolder = dirname(pinnedNode);

/** @returns {string} the version that package.json pins */
function pinnedVersion() {
  return manifest().devDependencies.node;
}

/** @returns {string | undefined} what the installed one says of itself */
function installedVersion() {
  try {
    return execFileSync(pinnedNode, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Makes sure that the pinned Node runs. The package puts its binary in place by an install script, which npm leaves out
 * where scripts are switched off; then it is run here, by name.
 */
async function ensurePinnedNode() {
  const wanted = `v${pinnedVersion()}`;
  if (installedVersion() === wanted) return;
  const log = join(logFolder, "node.log");
  const outcome = await runCommand("node", ["installArchSpecificPackage.js"], {
    cwd: package_,
    env: outsideEnvironment(),
    log,
  });
  const found = installedVersion();
  if (found === wanted) return;
  throw new SetUpFailure({
    what: `putting Node ${wanted} into node_modules`,
    why:
      outcome.code === 0
        ? `after the installation ${pinnedNode} ${found === undefined ? "does not run" : `says ${found}`}`
        : explainOutcome("its install script", outcome),
    todo: `Check that the npm package node has a build for ${platform} (an image with musl needs glibc), that npm may run the install script of node (npm config get ignore-scripts), and run the command again.`,
    log,
  });
}

module.exports = { ensurePinnedNode, pinnedNode, pinnedNodeFolder };
