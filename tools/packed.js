const {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  existsSync,
} = require("node:fs");
const { delimiter, join } = require("node:path");
const { linkTree } = require("./link-tree.js");
const { explainOutcome, runCommand } = require("./set-up/command.js");
const { SetUpFailure } = require("./set-up/failure.js");
const { fingerprint } = require("./set-up/fingerprint.js");
const { setUp } = require("./set-up/index.js");
const { withLock } = require("./set-up/lock.js");
const { pinnedNode, pinnedNodeFolder } = require("./set-up/pinned-node.js");
const { logFolder, manifest, modulesCache, outsideEnvironment, packageFolders, root } = require("./set-up/places.js");
const { startProgress } = require("./set-up/progress.js");

const cache = join(modulesCache, "packed");
const KEEP_MS = 3_600_000;

/**
 * @typedef {object} Installation
 * @property {string} [pulumi] version of `@pulumi/pulumi`; default: the one that this repository is locked to
 * @property {string | false} [typescript] version for the program, or none; default: this repository's own
 * @property {boolean} [policy] whether `@pulumi/policy` is installed too
 * @property {"npm" | "pnpm" | "workspaces" | "symlink"} [layout] default npm. `workspaces`: the program's folder is
 *   infra/, its packages are in the root's node_modules. `symlink`: the package is a link to a folder with dependencies
 *   of its own, a second `@pulumi/pulumi` among them, as `npm link` leaves it
 * @property {readonly ("pulumi-payments" | "pulumi-payments-sandbox")[]} [packages] what of this repository is installed; default:
 *   `pulumi-payments` alone. Without it there is no SDK either
 */

/**
 * A package as its users get it, packed once for each state of the sources.
 * @param {string} [name] default: `pulumi-payments`
 * @returns {Promise<string>} the tarball
 */
async function packedTarball(name = "pulumi-payments") {
  await setUp({ build: true });
  const folder = packageFolders().find((each) => manifest(each).name === name);
  if (folder === undefined) throw failed("packing a package", `no package here is called ${name}`, logFolder);
  const base = join(root, folder);
  const contents = fingerprint(base, [...manifest(folder).files, "package.json", "README.md", "LICENSE"]);
  const tarball = join(cache, "tarballs", `${name}-${contents}.tgz`);
  if (existsSync(tarball)) return tarball;
  return withLock(join(cache, "tarballs.lock"), {}, async () => {
    if (existsSync(tarball)) return tarball;
    mkdirSync(join(cache, "tarballs"), { recursive: true });
    removeOld(join(cache, "tarballs"), name);
    const fresh = mkdtempSync(join(cache, "packing-"));
    try {
      await npm("packing the package", ["pack", "--ignore-scripts", "--pack-destination", fresh], base, "pack");
      renameSync(join(fresh, /** @type {string} */ (readdirSync(fresh)[0])), tarball);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    return tarball;
  });
}

/**
 * A project folder in which the packed package and the SDK are installed, made once for each way of installing and each
 * state of the sources. It is shared: link it into a folder of your own by `projectIn`, never write into it.
 * @param {Installation} [installation]
 * @returns {Promise<string>} the folder; a program belongs into it, or into its infra/ with workspaces
 */
async function installedProject(installation = {}) {
  const wanted = withDefaults(installation);
  /** @type {Tarballs} */
  const tarballs = {};
  for (const name of wanted.packages) tarballs[name] = await packedTarball(name);
  const needs = packageFolders()
    .map(manifest)
    .map((each) => [each.dependencies, each.peerDependencies, each.bin]);
  const way = fingerprint(cache, [], [JSON.stringify([wanted, needs])]);
  const packed = Object.values(tarballs).map((tarball) => tarball.slice(cache.length + 1));
  const project = join(cache, "projects", `${way}-${fingerprint(cache, packed)}`);
  if (existsSync(project)) return project;
  return withLock(join(cache, `${way}.lock`), {}, async () => {
    if (existsSync(project)) return project;
    const base = join(cache, "bases", way);
    if (!existsSync(base)) await install(wanted, tarballs, base);
    mkdirSync(join(cache, "projects"), { recursive: true });
    removeOld(join(cache, "projects"), way);
    const fresh = mkdtempSync(join(cache, "project-"));
    linkTree(base, fresh);
    for (const name of wanted.packages) await replacePackage(fresh, name, tarballs, wanted.layout);
    renameSync(fresh, project);
    return project;
  });
}

/**
 * Links an installed project into a folder, which costs no copying where both are on one file system.
 * @param {string} folder made if it is missing
 * @param {Installation} [installation]
 * @returns {Promise<string>} where the program belongs
 */
async function projectIn(folder, installation = {}) {
  linkTree(await installedProject(installation), folder);
  return installation.layout === "workspaces" ? join(folder, "infra") : folder;
}

/** @param {Installation} installation @returns {Required<Installation>} */
function withDefaults(installation) {
  const locked = (/** @type {string} */ name) => require(join(root, "node_modules", name, "package.json")).version;
  return {
    pulumi: installation.pulumi ?? locked("@pulumi/pulumi"),
    typescript: installation.typescript ?? locked("typescript"),
    policy: installation.policy ?? false,
    layout: installation.layout ?? "npm",
    packages: installation.packages ?? ["pulumi-payments"],
  };
}

/** @typedef {Partial<Record<Required<Installation>["packages"][number], string>>} Tarballs */

/**
 * @param {Required<Installation>} wanted
 * @param {Tarballs} tarballs
 * @param {string} base
 */
async function install(wanted, tarballs, base) {
  mkdirSync(join(cache, "bases"), { recursive: true });
  const fresh = mkdtempSync(join(cache, "base-"));
  const progress = startProgress(`Installing ${whatIsInstalled(wanted)} for the tests (${wanted.layout})`, {
    estimateMs: 20_000,
    lines: true,
  });
  try {
    await layouts[wanted.layout](fresh, wanted, tarballs);
    renameSync(fresh, base);
    progress.done();
  } catch (error) {
    progress.fail();
    throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** @param {Required<Installation>} wanted */
function whatIsInstalled({ packages, pulumi }) {
  return packages.includes("pulumi-payments") ? `@pulumi/pulumi ${pulumi}` : packages.join(", ");
}

/** @type {Record<Required<Installation>["layout"], (folder: string, wanted: Required<Installation>, tarballs: Tarballs) => Promise<void>>} */
const layouts = {
  async npm(folder, wanted, tarballs) {
    writeManifest(folder, { dependencies: dependenciesOf(wanted, tarballs) });
    await npmInstall(folder);
  },
  async workspaces(folder, wanted, tarballs) {
    writeManifest(folder, { workspaces: ["infra"] });
    mkdirSync(join(folder, "infra"));
    writeManifest(join(folder, "infra"), { dependencies: dependenciesOf(wanted, tarballs) }, "infra");
    await npmInstall(folder);
  },
  async pnpm(folder, wanted, tarballs) {
    writeManifest(folder, { dependencies: dependenciesOf(wanted, tarballs) });
    const pnpm = join(root, "node_modules", "pnpm", "bin", "pnpm.cjs");
    const store = join(cache, "pnpm-store");
    const args = ["install", "--ignore-scripts", "--no-frozen-lockfile", "--prefer-offline", "--store-dir", store];
    const log = join(logFolder, "packed-pnpm.log");
    const outcome = await runCommand(pinnedNode, [pnpm, ...args], { cwd: folder, env: npmEnvironment(), log });
    if (outcome.code !== 0)
      throw failed("installing the packed package with pnpm", explainOutcome("pnpm", outcome), log);
  },
  async symlink(folder, wanted, tarballs) {
    const { "pulumi-payments": ours, ...others } = dependenciesOf(wanted, tarballs);
    const host = join(folder, "linked");
    mkdirSync(host);
    writeManifest(host, { dependencies: { "pulumi-payments": ours, "@pulumi/pulumi": wanted.pulumi } });
    await npmInstall(host);
    writeManifest(folder, { dependencies: others });
    await npmInstall(folder);
    symlinkSync("../linked/node_modules/pulumi-payments", join(folder, "node_modules", "pulumi-payments"));
  },
};

/** @param {Required<Installation>} wanted @param {Tarballs} tarballs @returns {Record<string, string>} */
function dependenciesOf(wanted, tarballs) {
  const ours = Object.fromEntries(Object.entries(tarballs).map(([name, tarball]) => [name, `file:${tarball}`]));
  if (!wanted.packages.includes("pulumi-payments")) return ours;
  return {
    ...ours,
    "@pulumi/pulumi": wanted.pulumi,
    "@types/node": manifest().devDependencies["@types/node"],
    ...(wanted.typescript === false ? {} : { typescript: wanted.typescript }),
    ...(wanted.policy ? { "@pulumi/policy": manifest().devDependencies["@pulumi/policy"] } : {}),
  };
}

/** @param {string} folder @param {object} contents @param {string} [name] */
function writeManifest(folder, contents, name = "installed") {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name, private: true, ...contents }, null, 2)}\n`);
}

/**
 * Puts the current package where the one that the base was made with is installed.
 * @param {string} project
 * @param {Required<Installation>["packages"][number]} name
 * @param {Tarballs} tarballs
 * @param {Required<Installation>["layout"]} layout
 */
async function replacePackage(project, name, tarballs, layout) {
  const importer = layout === "workspaces" ? [project, join(project, "infra")] : [project];
  const found = importer.map((folder) => join(folder, "node_modules", name)).find((path) => existsSync(path));
  if (found === undefined) throw failed("installing the packed package", `it is not in ${project}`, logFolder);
  const installed = realpathSync(found);
  rmSync(installed, { recursive: true });
  mkdirSync(installed);
  const args = ["-xzf", /** @type {string} */ (tarballs[name]), "-C", installed, "--strip-components=1"];
  const log = join(logFolder, "packed-unpack.log");
  const outcome = await runCommand("tar", args, { cwd: project, env: process.env, log });
  if (outcome.code !== 0) throw failed("unpacking the packed package", explainOutcome("tar", outcome), log);
}

/**
 * Clears away what earlier states of the sources left; another run may still be using what is younger than an hour.
 * @param {string} folder
 * @param {string} name what comes before the fingerprint in the names of those that may go
 */
function removeOld(folder, name) {
  // One name may begin with another: pulumi-payments-sandbox. What follows the last dash is the fingerprint.
  const names = readdirSync(folder).filter((each) => each.slice(0, each.lastIndexOf("-")) === name);
  const old = names.filter((each) => Date.now() - statSync(join(folder, each)).ctimeMs > KEEP_MS);
  for (const each of old) rmSync(join(folder, each), { recursive: true, force: true });
}

/**
 * A project with these dependencies and nothing else, installed as its author would.
 * @param {string} folder made if it is missing
 * @param {Record<string, string>} dependencies
 * @param {{ lockOnly?: boolean }} [options] `lockOnly`: only package-lock.json is written
 */
async function installInto(folder, dependencies, { lockOnly = false } = {}) {
  mkdirSync(folder, { recursive: true });
  writeManifest(folder, { dependencies });
  await npmInstall(folder, lockOnly ? ["--package-lock-only"] : []);
}

/** @param {string} folder @param {string[]} [more] */
function npmInstall(folder, more = []) {
  const args = ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", ...more];
  return npm("installing the packed package", args, folder, "install");
}

/** @param {string} what @param {string[]} args @param {string} cwd @param {string} logName */
async function npm(what, args, cwd, logName) {
  const log = join(logFolder, `packed-${logName}.log`);
  const outcome = await runCommand("npm", args, { cwd, env: npmEnvironment(), log });
  if (outcome.code !== 0) throw failed(what, explainOutcome(`npm ${args[0]}`, outcome), log);
}

/** npm itself on the pinned Node, so that it judges `engines` by what the programs will run on. */
function npmEnvironment() {
  const outside = outsideEnvironment();
  return { ...outside, PATH: [pinnedNodeFolder, outside.PATH].join(delimiter) };
}

/** @param {string} what @param {string} why @param {string} log */
function failed(what, why, log) {
  return new SetUpFailure({
    what,
    why,
    todo: "Read the log; once its cause is fixed, run the same command again.",
    log,
  });
}

module.exports = { installedProject, installInto, packedTarball, projectIn, removeOld };
