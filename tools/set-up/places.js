const { readFileSync } = require("node:fs");
const { homedir } = require("node:os");
const { delimiter, join, resolve, sep } = require("node:path");

/** The checkout that these scripts belong to. */
const root = resolve(__dirname, "..", "..");

/** Logs, locks and remembered durations of this checkout; ignored by git. */
const workFolder = join(root, ".cache");
const logFolder = join(workFolder, "logs");

/** What dies with node_modules, such as stamps of what was built with its contents. */
const modulesCache = join(root, "node_modules", ".cache");

/** `linux-x64`, `darwin-arm64`: what a binary in the shared cache was made for. */
const platform = `${process.platform}-${process.arch}`;

/**
 * Where engines are kept, shared by every checkout of a user.
 * @param {NodeJS.ProcessEnv} [env]
 */
function engineCache(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-payments", "engine");
}

/**
 * @param {string} [folder] of a package, relative to the root; default: the root itself
 * @returns {Record<string, any>} its package.json
 */
function manifest(folder = "") {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
}

/** @returns {string[]} folders of the packages that are published, relative to the root; the first is the root itself */
function packageFolders() {
  return ["", ...(manifest().workspaces ?? [])];
}

/**
 * PATH without the folders inside any node_modules: what npm must run with while it replaces them.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
function outsideEnvironment(env = process.env) {
  const inside = (/** @type {string} */ folder) => folder.split(sep).includes("node_modules");
  const path = (env.PATH ?? "").split(delimiter).filter((folder) => !inside(folder));
  /** @type {NodeJS.ProcessEnv} */
  const kept = { ...env, PATH: path.join(delimiter) };
  // `npm run --silent` would silence the npm that it starts, and its log with it.
  delete kept.npm_config_loglevel;
  return kept;
}

module.exports = {
  engineCache,
  logFolder,
  manifest,
  modulesCache,
  outsideEnvironment,
  packageFolders,
  platform,
  root,
  workFolder,
};
