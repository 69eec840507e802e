const { execFileSync } = require("node:child_process");
const { mkdirSync, rmSync } = require("node:fs");
const { join } = require("node:path");
const { workFolder } = require("../set-up/places.js");

/**
 * @typedef {object} Version
 * @property {string} tag such as `v0.1.3`
 * @property {string} path below the base of the site, such as `v0.1/`
 */

/**
 * The versions whose pages are to stay on the site, newest first: the last patch of each minor version that a tag names. A tag whose pages are
 * those of the checkout is left out, since the site already has them.
 *
 * @param {string} repository folder of a clone; one without tags, or that is no clone, has none
 * @returns {Version[]}
 */
function olderVersions(repository) {
  const tags = git(repository, "tag", "--list")
    .split("\n")
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  const current = pagesOf(repository, "HEAD");
  /** @type {Map<string, Version>} */
  const newest = new Map();
  // As numbers: v0.10 is newer than v0.9.
  for (const tag of tags.sort(new Intl.Collator("en", { numeric: true }).compare).reverse()) {
    const path = `${tag.slice(0, tag.lastIndexOf("."))}/`;
    if (!newest.has(path)) newest.set(path, { tag, path });
  }
  return [...newest.values()].filter(({ tag }) => ![undefined, current].includes(pagesOf(repository, tag)));
}

/**
 * Writes the pages of a version into an empty folder, which the caller removes. The checkout and its index stay as they are.
 *
 * @param {string} repository
 * @param {Version} version
 * @returns {string}
 */
function writePages(repository, { tag }) {
  const folder = join(workFolder, "site-version");
  const pages = join(folder, "docs");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(pages, { recursive: true });
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, "index") };
  execFileSync("git", ["-C", repository, "read-tree", `${tag}:docs`], { env });
  execFileSync("git", ["-C", repository, "checkout-index", "--all", `--prefix=${pages}/`], { env });
  return folder;
}

/** What tells whether two commits have the same pages; undefined for one without any. @param {string} repository @param {string} commit */
function pagesOf(repository, commit) {
  return git(repository, "rev-parse", "--verify", "--quiet", `${commit}:docs`).trim() || undefined;
}

/** What git prints, or nothing where it fails. @param {string} repository @param {...string} args */
function git(repository, ...args) {
  try {
    return execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}

module.exports = { olderVersions, writePages };
