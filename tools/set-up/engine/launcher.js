const { copyFileSync, existsSync, renameSync } = require("node:fs");
const { join } = require("node:path");
const { root } = require("../places.js");

const LAUNCHER = "pulumi-resource-pulumi-nodejs";

/**
 * Puts the launcher of dynamic providers beside an engine of ours, where a release has it: an engine that finds it
 * elsewhere on PATH warns at every run. It starts whatever SDK the program has installed, so one serves all.
 * @param {string} folder
 */
function placeLauncher(folder) {
  const source = join(root, "node_modules", "@pulumi", "pulumi", LAUNCHER);
  const target = join(folder, LAUNCHER);
  if (existsSync(target) || !existsSync(source)) return;
  const fresh = `${target}.${process.pid}`;
  try {
    copyFileSync(source, fresh);
    renameSync(fresh, target);
  } catch {
    // A cache that may not be written to costs no more than that warning.
  }
}

module.exports = { placeLauncher };
