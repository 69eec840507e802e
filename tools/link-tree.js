const { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } = require("node:fs");
const { join } = require("node:path");

/**
 * Makes a folder hold what another one holds, by hard links; copies where the two are on different file systems.
 * @param {string} source
 * @param {string} target made if it is missing; must not hold any of the names yet
 */
function linkTree(source, target) {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) linkTree(from, to);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else linkFile(from, to);
  }
}

/** @param {string} from @param {string} to */
function linkFile(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    copyFileSync(from, to);
  }
}

module.exports = { linkTree };
