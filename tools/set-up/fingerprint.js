const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { dirname, join, relative, sep } = require("node:path");

/**
 * One hash for the contents of files and folders; missing ones count as missing.
 * @param {string} base what names are relative to
 * @param {string[]} entries files or folders under `base`
 * @param {string[]} [facts] anything else that the result depends on
 */
function fingerprint(base, entries, facts = []) {
  const hash = createHash("sha256");
  for (const fact of facts) hash.update(`fact ${fact}\n`);
  for (const file of entries.flatMap((entry) => filesUnder(join(base, entry))).sort()) {
    const name = relative(base, file).split(sep).join("/");
    const contents = createHash("sha256").update(readFileSync(file)).digest("hex");
    hash.update(`${name} ${contents}\n`);
  }
  return hash.digest("hex").slice(0, 32);
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}

/** @param {string} file @returns {string | undefined} */
function readStamp(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {string} value */
function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, value);
  renameSync(fresh, file);
}

module.exports = { filesUnder, fingerprint, readStamp, writeStamp };
