const {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require("node:fs");
const { basename, dirname, join } = require("node:path");
const { runCommand } = require("./command.js");
const { SetUpFailure } = require("./failure.js");
const { filesUnder, fingerprint, readStamp, writeStamp } = require("./fingerprint.js");
const { logFolder, manifest, modulesCache, packageFolders, root } = require("./places.js");
const { pinnedNode } = require("./pinned-node.js");
const { startProgress } = require("./progress.js");

const SOURCES = ["sdk", "provider", "policy", "cli", "drift"];
/** What the sandbox reads or serves as it is. */
const ASSETS = ["sandbox/admin/fidelity-rows.json", "sandbox/pages/browser"];
/** Becomes one file, with all that it loads. */
const PLUGIN = join("provider", "native");
const MADE = /^(dist|node_modules|\.dist-.*)$/;
const stampFile = join(modulesCache, "set-up", "build");
const SHEBANG = "#!/usr/bin/env node\n";

/** What a build is made from and what it made: either changing means that it is to be made again. */
function buildStamp() {
  const members = packageFolders().filter((folder) => folder !== "");
  const inside = members.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)));
  const inputs = fingerprint(
    root,
    [
      ...SOURCES,
      ...inside.filter((path) => !MADE.test(basename(path))),
      "tsconfig.json",
      "node_modules/typescript/package.json",
      "tools/plugin/bundle.js",
      "package-lock.json",
    ],
    packageFolders().map((folder) => JSON.stringify([manifest(folder).bin, manifest(folder).version])),
  );
  const dists = packageFolders().map((folder) => join(folder, "dist"));
  return `${inputs} ${fingerprint(root, dists)}`;
}

function isBuilt() {
  const missing = packageFolders().filter((folder) => !existsSync(join(root, folder, "dist")));
  return missing.length === 0 && readStamp(stampFile) === buildStamp();
}

async function build() {
  const progress = startProgress("Building dist", { estimateMs: 10_000 });
  try {
    // The provider's package knows the types of the sandbox's.
    for (const folder of packageFolders().reverse()) await buildPackage(folder);
  } catch (error) {
    progress.fail();
    throw error;
  }
  writeStamp(stampFile, buildStamp());
  progress.done();
}

/**
 * Compiles into a folder beside dist and renames it, so that no output of a deleted source is left behind.
 * @param {string} folder of the package, relative to the root
 */
async function buildPackage(folder) {
  const log = join(logFolder, "build.log");
  const dist = join(root, folder, "dist");
  const fresh = join(root, folder, `.dist-${process.pid}`);
  const old = `${fresh}-old`;
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const project = join(root, folder, "tsconfig.json");
  const options = ["-p", project, "--outDir", fresh, "--incremental", "false", "--tsBuildInfoFile", "null"];
  try {
    mkdirSync(fresh, { recursive: true });
    await run("compiling the package with tsc", [compiler, ...options, "--pretty", "false"], log);
    for (const asset of ASSETS.filter((each) => dirname(each).split("/")[0] === folder))
      copyAsset(join(root, asset), join(fresh, asset.slice(folder.length + 1)));
    if (existsSync(join(fresh, PLUGIN))) {
      rmSync(join(fresh, PLUGIN), { recursive: true });
      const bundle = [join(root, "tools", "plugin", "bundle.js"), join(fresh, PLUGIN, "executable.js")];
      await run("making one file of the plugin with esbuild", bundle, log);
    }
    keepPublicTypes(fresh, manifest(folder));
    makeExecutable(fresh, manifest(folder));
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** @param {string} what @param {string[]} args @param {string} log */
async function run(what, args, log) {
  const outcome = await runCommand(pinnedNode, args, { cwd: root, env: process.env, log });
  if (outcome.code === 0) return;
  throw new SetUpFailure({
    what,
    why: outcome.lines.join("\n"),
    todo: "Fix the errors above; npm run build compiles again.",
    log,
  });
}

/** Configuration of the checks stays behind. @param {string} from @param {string} to */
function copyAsset(from, to) {
  if (!existsSync(from)) return;
  const filter = (/** @type {string} */ path) => !/^(package|tsconfig)\.json$/.test(basename(path));
  cpSync(from, to, { recursive: true, filter });
}

/**
 * Removes the declarations that no import of the package reaches: half of its files, which nobody could use.
 * @param {string} dist
 * @param {Record<string, any>} manifest
 */
function keepPublicTypes(dist, { exports = {} }) {
  const entries = Object.values(exports).flatMap(({ types }) => types?.replace(/^\.\/dist\//, "") ?? []);
  const kept = new Set(entries.map((entry) => join(dist, entry)));
  for (const file of kept) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    for (const [, path = ""] of text.matchAll(/\b(?:from |import\(|import )"(\.[^"]*)"/g)) {
      const bare = join(dirname(file), path.replace(/\.js$/, ""));
      kept.add(existsSync(`${bare}.d.ts`) ? `${bare}.d.ts` : join(bare, "index.d.ts"));
    }
  }
  for (const file of filesUnder(dist)) if (file.endsWith(".d.ts") && !kept.has(file)) rmSync(file);
}

/**
 * @param {string} dist
 * @param {Record<string, any>} manifest
 */
function makeExecutable(dist, { bin }) {
  const commands = Object.values(/** @type {Record<string, string>} */ (bin));
  for (const command of commands) {
    const file = join(dist, command.replace(/^dist\//, ""));
    if (!existsSync(file)) {
      console.error(`package.json names the command ${command}, and no source compiles to it.`);
      continue;
    }
    const text = readFileSync(file, "utf8");
    if (!text.startsWith("#!")) writeFileSync(file, SHEBANG + text);
    chmodSync(file, 0o755);
  }
}

module.exports = { build, isBuilt };
