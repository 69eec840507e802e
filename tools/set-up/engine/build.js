const { mkdirSync } = require("node:fs");
const { join } = require("node:path");
const { buildEstimate, compile, goEnvironment } = require("../go-modules.js");
const { startProgress } = require("../progress.js");
const { ENGINE, LANGUAGE_HOST } = require("./version.js");

const ENGINE_PACKAGE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const HOST_PACKAGE = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
/** Core-seconds of a cold build: 3 min 25 s on two cores. */
const WORK_MS = 410_000;

/**
 * Engine and language host, built from the Go modules that tools/ pins.
 * @param {import("./index.js").Context} context
 * @param {string} folder an empty folder to work in
 * @returns {Promise<string>} the folder with the binaries, inside `folder`
 */
async function buildFromModules({ version, env, log, background }, folder) {
  const goEnv = await goEnvironment(env, log);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const progress = startProgress(`Building the Pulumi engine ${version} from Go modules`, {
    estimateMs: buildEstimate(WORK_MS),
    lines: background,
  });
  try {
    await compile({
      module: "engine",
      package_: ENGINE_PACKAGE,
      output: join(bin, ENGINE),
      flags: `-s -w -X ${VERSION_VARIABLE}=v${version}`,
      share: [0, 0.92],
      env: goEnv,
      log,
      progress,
    });
    await compile({
      module: "language-host",
      package_: HOST_PACKAGE,
      output: join(bin, LANGUAGE_HOST),
      share: [0.92, 1],
      env: goEnv,
      log,
      progress,
    });
  } catch (error) {
    progress.fail();
    throw error;
  }
  progress.done();
  return bin;
}

module.exports = { buildFromModules };
