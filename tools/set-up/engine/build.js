const { mkdirSync } = require("node:fs");
const { availableParallelism } = require("node:os");
const { join } = require("node:path");
const { explainOutcome, runCommand } = require("../command.js");
const { root } = require("../places.js");
const { startProgress } = require("../progress.js");
const { ENGINE, isAtLeast, LANGUAGE_HOST } = require("./version.js");

const ENGINE_PACKAGE = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const HOST_PACKAGE = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";
const GO_OF_THE_ENGINE = "1.26.0";
/** From this one on, Go fetches a newer Go by itself. */
const GO_THAT_FETCHES_GO = "1.21.0";
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
  const estimateMs = WORK_MS / Math.min(availableParallelism(), 8);
  const progress = startProgress(`Building the Pulumi engine ${version} from Go modules`, {
    estimateMs,
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
      flags: "-s -w",
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

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} log
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function goEnvironment(env, log) {
  const asked = await runCommand("go", ["env", "GOVERSION"], { cwd: root, env: { ...env, GOTOOLCHAIN: "local" }, log });
  if (asked.missing !== undefined) throw new Error("there is no go on PATH (Go 1.21 or later is needed)");
  const found = asked.lines.at(-1)?.trim().replace(/^go/, "") ?? "";
  if (asked.code !== 0 || !isAtLeast(found, GO_THAT_FETCHES_GO))
    throw new Error(
      `go on PATH is ${found || "of an unknown version"}, and 1.21 is the oldest that can fetch the Go 1.26 that the engine needs`,
    );
  const fresh = { ...env, CGO_ENABLED: "0", GOWORK: "off" };
  return isAtLeast(found, GO_OF_THE_ENGINE) ? fresh : { ...fresh, GOTOOLCHAIN: "auto" };
}

/**
 * @param {{ module: string, package_: string, output: string, flags: string, share: [number, number],
 *   env: NodeJS.ProcessEnv, log: string, progress: ReturnType<typeof startProgress> }} job
 *   `share`: where in the whole this part begins and ends
 */
async function compile({ module, package_, output, flags, share, env, log, progress }) {
  const cwd = join(root, "tools", module);
  const [from, to] = share;
  progress.update({ note: `fetching the modules of the ${module.replace("-", " ")}`, fraction: from });
  let total = 0;
  const count = (/** @type {string} */ line) => {
    if (isPackage(line)) total++;
  };
  const listing = await runCommand("go", ["list", "-deps", package_], { cwd, env, log, append: true, onLine: count });
  if (listing.code !== 0) throw new Error(explainOutcome(`go list in tools/${module}`, listing, 4));
  let compiled = 0;
  const onLine = (/** @type {string} */ line) => {
    if (!isPackage(line)) return;
    compiled++;
    const done = Math.min(1, compiled / total);
    progress.update({ note: `${compiled} of ${total} packages compiled`, fraction: from + (to - from) * done * 0.95 });
  };
  // What debuggers read is stripped by the linker: not to make it saves a fifth of the work.
  const lean = ["-trimpath", "-gcflags=all=-dwarf=false", "-ldflags", flags];
  const args = ["build", "-v", ...lean, "-o", output, package_];
  const outcome = await runCommand("go", args, { cwd, env, log, append: true, onLine });
  if (outcome.code !== 0) throw new Error(explainOutcome(`go build in tools/${module}`, outcome, 4));
}

/**
 * Go tells of modules that it fetches among the packages that it lists.
 * @param {string} line
 */
function isPackage(line) {
  return !line.startsWith("go: ");
}

module.exports = { buildFromModules };
