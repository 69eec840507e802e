const { realpathSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");
const { ensureEngine } = require("./set-up/engine/index.js");
const { setUp } = require("./set-up/index.js");
const { root } = require("./set-up/places.js");
const { pinnedNodeFolder } = require("./set-up/pinned-node.js");

/** What a test run hands on to its workers, so that the engine is looked for once. */
const HANDED_ON = "PAYMENTS_ENGINE_PATH";

/**
 * One PATH-style line with the folders of the pinned Node, of the engine and its language host, and of the launcher of
 * dynamic providers; sets up what is missing.
 * @param {{ background?: boolean }} [options] `background`: other output is being written meanwhile
 * @returns {Promise<string>}
 */
async function enginePath(options = {}) {
  const known = process.env[HANDED_ON];
  if (known) return known;
  await setUp({ build: false });
  const engine = await ensureEngine(options);
  const launcher = dirname(realpathSync(join(root, "node_modules", "@pulumi", "pulumi", "package.json")));
  return [...new Set([pinnedNodeFolder, engine, launcher])].join(delimiter);
}

/**
 * The environment of one isolated run of the engine: nothing of the user's Pulumi is read or written.
 * @param {{ path: string, home: string, backend: string, passphrase?: string, env?: NodeJS.ProcessEnv }} run
 *   `path`: of `enginePath()`; `home`: a folder of the caller's own; `backend`: another, or a URL
 * @returns {NodeJS.ProcessEnv}
 */
function engineEnvironment({ path, home, backend, passphrase = "correct horse", env = {} }) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PULUMI|PAYMENTS|npm)_/.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: [path, process.env.PATH].join(delimiter),
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: backend.includes("://") ? backend : `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    NO_COLOR: "1",
    ...env,
  };
}

module.exports = { engineEnvironment, enginePath, HANDED_ON };
