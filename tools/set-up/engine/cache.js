const { existsSync } = require("node:fs");
const { askVersion, flawOf } = require("./version.js");

/**
 * An engine that was built or downloaded before.
 * @param {import("./index.js").Context} context
 * @returns {Promise<string>} its folder
 */
async function fromCache({ target, version }) {
  if (!existsSync(target)) throw new Error(`${target} does not exist yet`);
  const flaw = flawOf(target);
  if (flaw !== undefined) throw new Error(flaw);
  const found = askVersion(target);
  if (found !== version) throw new Error(`${target} holds version ${found}`);
  return target;
}

module.exports = { fromCache };
