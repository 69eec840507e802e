const {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} = require("node:fs");
const { basename, join, relative } = require("node:path");
const { packedTarball } = require("../packed.js");
const { archiveName, checksumsOf } = require("../plugin/archive.js");
const { bundlePlugin } = require("../plugin/bundle.js");
const { ensurePlugin } = require("../plugin/index.js");
const { explainOutcome, runCommand } = require("../set-up/command.js");
const { SetUpFailure } = require("../set-up/failure.js");
const { filesUnder } = require("../set-up/fingerprint.js");
const { logFolder, manifest, outsideEnvironment, packageFolders, root, workFolder } = require("../set-up/places.js");
const { repositoryOf } = require("../../provider/text/repository.js");
const { bomOfPackage, bomOfPlugin, wholeBom } = require("./sbom.js");

/** The platforms of a release, as Node names them: the workflow has a machine for each. */
const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"];
/** What is only on the way. */
const staging = join(workFolder, "release-stage");
const PYTHON = join(root, "sdks", "python");
const GO = join(root, "sdks", "go");

/**
 * @typedef {object} Release
 * @property {string} folder
 * @property {string[]} files that are published, relative to the folder
 * @property {string[]} tags of the repository
 * @property {string[]} missing what is not there, and why: a line each
 */

/**
 * Makes everything that is published, from this checkout alone and for this one version.
 * @param {{ out?: string, plugins?: string }} [options] `plugins`: a folder with the archives of all platforms; default: that of this
 *   platform is made
 * @returns {Promise<Release>}
 */
async function makeRelease({ out = join(workFolder, "release"), plugins } = {}) {
  const { version } = manifest();
  for (const each of [out, staging]) rmSync(each, { recursive: true, force: true });
  const place = (/** @type {string[]} */ ...names) => {
    mkdirSync(join(out, ...names.slice(0, -1)), { recursive: true });
    return join(out, ...names);
  };
  /** @type {string[]} */
  const missing = [];

  for (const folder of packageFolders()) {
    const { name } = manifest(folder);
    copyFileSync(await published(folder, name), place("npm", `${name}-${version}.tgz`));
  }
  for (const each of PLATFORMS) {
    const [platform = "", arch = ""] = each.split("-");
    const name = archiveName({ version, platform: /** @type {NodeJS.Platform} */ (platform), arch });
    const isThis = each === `${process.platform}-${process.arch}`;
    const found = plugins !== undefined ? join(plugins, name) : isThis ? (await ensurePlugin()).archive : undefined;
    if (found !== undefined && existsSync(found)) copyFileSync(found, place("archives", name));
    else missing.push(`archives/${name}: made on a machine of ${each}.`);
  }
  missing.push(...(await pythonWheel(() => place("pypi", "wheel"))));

  const whole = wholeBom();
  const bundled = await bundlePlugin(join(staging, "bundle", "plugin.js"));
  const boms = packageFolders().map((folder) => {
    const package_ = manifest(folder);
    return [package_.name, bomOfPackage(whole, package_, folder === "" ? bundled : [])];
  });
  for (const [name, bom] of [...boms, ["pulumi-resource-payments", bomOfPlugin(whole, bundled)]])
    writeFileSync(place("archives", `${name}-v${version}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
  const sums = checksumsOf(filesUnder(out));
  writeFileSync(place("archives", `pulumi-payments-v${version}-checksums.txt`), sums);

  rmSync(staging, { recursive: true, force: true });
  const files = filesUnder(out).map((file) => relative(out, file));
  writeFileSync(place("notes.md"), notesOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version));
  const tags = [`v${version}`];
  if (existsSync(GO)) tags.push(`sdks/go/v${version}`);
  else missing.push("the Go module: there is no sdks/go.");
  return { folder: out, files: files.sort(), tags, missing };
}

/** What the changelog says of a version. @param {string} changelog @param {string} version */
function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m);
  const own = sections.find((each) => each.startsWith(`[${version}]`)) ?? "";
  return own
    .slice(own.indexOf("\n") + 1)
    .trim()
    .concat("\n");
}

/**
 * The tarball of a package. A package that is not in the root says where it is in the repository: npm's provenance asks for it.
 * @param {string} folder of the package
 * @param {string} name
 */
async function published(folder, name) {
  const repository = repositoryOf(manifest());
  if (folder === "" || repository === undefined) return packedTarball(name);
  const tarball = await packedTarball(name);
  const stage = join(staging, name);
  mkdirSync(stage, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", stage, "--strip-components=1"], stage);
  const file = join(stage, "package.json");
  const setting = { type: "git", url: `git+${repository.url}.git`, directory: folder };
  writeFileSync(
    file,
    `${JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), repository: setting }, null, 2)}\n`,
  );
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", stage], stage);
  return join(stage, readdirSync(stage).find((each) => each.endsWith(".tgz")) ?? "");
}

/** @param {() => string} place whose folder takes it @returns {Promise<string[]>} what is missing */
async function pythonWheel(place) {
  if (!existsSync(PYTHON)) return ["the Python package: there is no sdks/python."];
  const out = join(place(), "..");
  // The build writes beside the sources.
  const stage = join(staging, "python");
  cpSync(PYTHON, stage, { recursive: true });
  const python = process.env.PAYMENTS_PYTHON || "python3";
  const args = ["-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", out, stage];
  const outcome = await runCommand(python, args, {
    cwd: stage,
    env: { ...outsideEnvironment(), PIP_CONSTRAINT: join(__dirname, "python-build.txt") },
    log: join(logFolder, "release.log"),
  });
  return outcome.code === 0 ? [] : [`the Python package: ${explainOutcome(`${python} -m pip wheel`, outcome, 1)}`];
}

/** @param {string} command @param {string[]} args @param {string} cwd */
async function run(command, args, cwd) {
  const log = join(logFolder, "release.log");
  const outcome = await runCommand(command, args, { cwd, env: outsideEnvironment(), log });
  if (outcome.code === 0) return;
  throw new SetUpFailure({
    what: "packing a release",
    why: explainOutcome(basename(command), outcome),
    todo: "Read the log.",
    log,
  });
}

module.exports = { makeRelease, PLATFORMS };
