const { join } = require("node:path");
const { cachedTool } = require("./cached-tool.js");
const { buildEstimate, compile, goEnvironment } = require("./go-modules.js");

const MODULE = "sdk-generator";

/**
 * The generator of SDKs, built from the Go module that tools/ pins.
 * @param {{ background?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} the program
 */
async function ensureSdkGenerator(options = {}) {
  const folder = await cachedTool(
    {
      name: MODULE,
      pins: [`tools/${MODULE}`],
      title: "Building the generator of SDKs from Go modules",
      estimateMs: buildEstimate(240_000),
      async make(folder, { log, progress }) {
        const env = await goEnvironment(options.env ?? process.env, log);
        await compile({ module: MODULE, package_: ".", output: join(folder, MODULE), env, log, progress });
      },
    },
    options,
  );
  return join(folder, MODULE);
}

module.exports = { ensureSdkGenerator };
