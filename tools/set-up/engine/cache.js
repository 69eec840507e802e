const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { refuseForeign } = require("../only-ours.js");
const { askVersion, ENGINE, flawOf, LANGUAGE_HOST } = require("./version.js");

/**
 * An engine that was built or downloaded before.
 * @param {import("./index.js").Context} context
 * @returns {Promise<string>} its folder
 */
async function fromCache({ target, version }) {
  if (!existsSync(target)) throw new Error(`${target} does not exist yet`);
  const flaw = flawOf(target);
  if (flaw !== undefined) throw new Error(flaw);
  for (const path of [target, join(target, ENGINE), join(target, LANGUAGE_HOST)]) refuseForeign(path);
  const found = askVersion(target);
  if (found !== version) throw new Error(`${target} holds version ${found}`);
  return target;
}

module.exports = { fromCache };
