const { packedTarball } = require("../packed.js");
const { manifest, packageFolders } = require("../set-up/places.js");
const { commandCheck } = require("./command-check.js");

/**
 * Checks each packed tarball as its users get it: its files and exports by publint, its types by attw.
 * @returns {Promise<import("./outcome.js").Outcome[]>}
 */
async function packageChecks() {
  const outcomes = [];
  for (const folder of packageFolders()) {
    const { name } = manifest(folder);
    const tarball = await packedTarball(name);
    const publint = ["node_modules/publint/src/cli.js", "run", tarball, "--strict", "--pack", "false"];
    // Resolution without exports maps cannot see subpaths at all; every supported Node has them.
    const attw = ["node_modules/@arethetypeswrong/cli/dist/index.js", tarball, "--profile", "node16"];
    outcomes.push(await commandCheck(`publint ${name}`, publint), await commandCheck(`attw ${name}`, attw));
  }
  return outcomes;
}

module.exports = { packageChecks };
