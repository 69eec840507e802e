const { packedTarball } = require("../packed.js");
const { commandCheck } = require("./command-check.js");

/**
 * Checks the packed tarball as its users get it: its files and exports by publint, its types by attw.
 * @returns {Promise<import("./outcome.js").Outcome[]>}
 */
async function packageChecks() {
  const tarball = await packedTarball();
  return [
    await commandCheck("publint", ["node_modules/publint/src/cli.js", "run", tarball, "--strict", "--pack", "false"]),
    // Resolution without exports maps cannot see subpaths at all; every supported Node has them.
    await commandCheck("attw", ["node_modules/@arethetypeswrong/cli/dist/index.js", tarball, "--profile", "node16"]),
  ];
}

module.exports = { packageChecks };
