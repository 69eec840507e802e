const { join } = require("node:path");
const { build, isBuilt } = require("./build.js");
const { dependenciesAreInstalled, installDependencies } = require("./dependencies.js");
const { withLock } = require("./lock.js");
const { workFolder } = require("./places.js");
const { ensurePinnedNode } = require("./pinned-node.js");

const lockFolder = join(workFolder, "set-up.lock");

/**
 * Brings the checkout to where its commands can run; what is up to date is left alone. One process at a time: a second
 * one waits, and then finds the work done.
 * @param {{ build: boolean }} wanted
 */
async function setUp(wanted) {
  const installed = dependenciesAreInstalled();
  if (installed && (!wanted.build || isBuilt())) return ensurePinnedNode();
  const onWait = (/** @type {number} */ holder) =>
    console.error(`Waiting for process ${holder}, which is setting up this checkout (${lockFolder}).`);
  await withLock(lockFolder, { onWait }, async () => {
    if (!dependenciesAreInstalled()) await installDependencies();
    await ensurePinnedNode();
    if (wanted.build && !isBuilt()) await build();
  });
}

module.exports = { setUp };
