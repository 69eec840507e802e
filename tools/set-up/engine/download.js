const { join } = require("node:path");
const { explainOutcome, runCommand } = require("../command.js");
const { outsideEnvironment } = require("../places.js");
const { startProgress } = require("../progress.js");

const FIRST_BYTE_MS = 20_000;
const STALLED_MS = 60_000;

/**
 * The vendor's release, fetched by npm's `pulumi` package, which downloads it the first time it runs.
 * @param {import("./index.js").Context} context
 * @param {string} folder an empty folder to work in
 * @returns {Promise<string>} the folder with the binaries, inside `folder`
 */
async function download({ version, env, log, background, firstByteMs = FIRST_BYTE_MS }, folder) {
  const progress = startProgress(`Downloading the Pulumi engine ${version}`, { estimateMs: 45_000, lines: background });
  try {
    const npm = ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", folder, `pulumi@${version}`];
    const installed = await runCommand("npm", npm, { cwd: folder, env: outsideEnvironment(env), log });
    if (installed.code !== 0) throw new Error(explainOutcome("npm install pulumi", installed, 3));
    await runDownloader({ version, env, log, firstByteMs, folder, progress });
  } catch (error) {
    progress.fail();
    throw error;
  }
  progress.done();
  return join(folder, "versions", version, "bin");
}

/**
 * @param {{ version: string, env: NodeJS.ProcessEnv, log: string, firstByteMs: number, folder: string,
 *   progress: ReturnType<typeof startProgress> }} job
 */
async function runDownloader({ version, env, log, firstByteMs, folder, progress }) {
  const abort = new AbortController();
  let reason = `no answer within ${firstByteMs / 1000} s`;
  let watch = setTimeout(() => abort.abort(), firstByteMs);
  const onLine = (/** @type {string} */ line) => {
    // The package announces itself before it has asked anybody; what follows was fetched.
    if (/^Downloading pulumi /.test(line)) return;
    clearTimeout(watch);
    reason = `nothing more came for ${STALLED_MS / 1000} s`;
    watch = setTimeout(() => abort.abort(), STALLED_MS);
    progress.update({ note: "receiving" });
  };
  const fetching = await runCommand("node", [join(folder, "node_modules", "pulumi", "run.js"), "version"], {
    cwd: folder,
    env: { ...outsideEnvironment(env), PULUMI_HOME: folder, PULUMI_VERSION: version, PULUMI_SKIP_UPDATE_CHECK: "true" },
    log,
    append: true,
    abort: abort.signal,
    onLine,
  });
  clearTimeout(watch);
  if (fetching.gaveUp) throw new Error(reason);
  if (fetching.code !== 0) throw new Error(explainOutcome("the downloader", fetching, 2));
}

module.exports = { download };
