const { lstatSync, realpathSync } = require("node:fs");
const { dirname } = require("node:path");

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * Refuses what somebody besides this user and root could change: it is about to be run.
 * @param {string} path a file or a folder
 * @throws {Error} that says who could, and what to do
 */
function refuseForeign(path) {
  const user = process.getuid?.();
  // On Windows the mode says nothing.
  if (user === undefined) return;
  if (lstatSync(path).isSymbolicLink()) throw new Error(`${path} is a symbolic link`);
  // Whoever owns the root owns the machine; in a user namespace that is not always user 0.
  const trusted = [user, 0, lstatSync("/").uid];
  for (let each = realpathSync(path), isAbove = false; ; each = dirname(each), isAbove = true) {
    const { uid, mode } = lstatSync(each);
    if (!trusted.includes(uid)) throw new Error(`${each} belongs to another user`);
    // Of a folder with the sticky bit, other users can't rename what is ours.
    if ((mode & OTHERS_WRITE) !== 0 && !(isAbove && (mode & STICKY) !== 0))
      throw new Error(`other users can write to ${each}; run: chmod go-w ${each}`);
    if (each === dirname(each)) return;
  }
}

module.exports = { refuseForeign };
