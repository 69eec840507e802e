const { existsSync, realpathSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");
const { askVersion, ENGINE, flawOf, isAtLeast, LANGUAGE_HOST, OLDEST_ENGINE } = require("./version.js");

/**
 * The engine that the user has on PATH, untouched.
 * @param {import("./index.js").Context} context
 * @returns {Promise<string>} its folder
 */
async function onPath({ env }) {
  const listed = (env.PATH ?? "").split(delimiter).find((folder) => existsSync(join(folder, ENGINE)));
  if (listed === undefined) throw new Error(`there is no ${ENGINE} on PATH`);
  const binary = join(listed, ENGINE);
  // An installer may link only the engine itself into a folder of PATH.
  const folder = [listed, dirname(realpathSync(binary))].find((candidate) => flawOf(candidate) === undefined);
  if (folder === undefined) throw new Error(`${binary} has no ${LANGUAGE_HOST} beside it`);
  const version = askVersion(folder);
  if (!isAtLeast(version, OLDEST_ENGINE))
    throw new Error(`${binary} is ${version}, and ${OLDEST_ENGINE} is the oldest supported`);
  return folder;
}

module.exports = { onPath };
