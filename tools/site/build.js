const { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");
const { explainOutcome, runCommand } = require("../set-up/command.js");
const { SetUpFailure } = require("../set-up/failure.js");
const { fingerprint } = require("../set-up/fingerprint.js");
const { pinnedNode, pinnedNodeFolder } = require("../set-up/pinned-node.js");
const { logFolder, manifest, modulesCache, outsideEnvironment, root, workFolder } = require("../set-up/places.js");
const { startProgress } = require("../set-up/progress.js");
const { redirectPage, redirects } = require("./redirects.js");
const { olderVersions, writePages } = require("./versions.js");

const folder = join(root, "site");
const vitepress = join(folder, "node_modules", "vitepress", "bin", "vitepress.js");

/**
 * Builds the site from docs. What it needs is installed beside it, so that nobody else waits for it.
 * @param {{ out?: string, env?: NodeJS.ProcessEnv, tagsOf?: string }} [options] `env` may have `SITE_URL`, the address of the published site, and
 *   `SITE_BASE`, its path; `tagsOf`: the clone whose released versions the site has too, each in a folder of its own
 * @returns {Promise<string>} the folder of the site
 */
async function buildSite({ out = join(workFolder, "site"), env = process.env, tagsOf } = {}) {
  await installOnce();
  rmSync(out, { recursive: true, force: true });
  const older = tagsOf === undefined ? [] : olderVersions(tagsOf);
  const number = `v${manifest().version}`;
  // After a release the pages change before the number does.
  const label = older.some(({ tag }) => tag === number) ? "next" : number;
  const menu = [{ label, path: "" }, ...older.map(({ tag, path }) => ({ label: tag, path }))];
  await buildPages({ source: root, out, menu, shown: { label, path: "" }, env });
  const base = `/${(env.SITE_BASE ?? "").replace(/^\/|\/$/g, "")}/`.replace("//", "/");
  for (const [from, to] of Object.entries(redirects)) {
    const file = join(out, `${from}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, redirectPage(to, base));
  }
  for (const version of older) {
    const source = writePages(/** @type {string} */ (tagsOf), version);
    try {
      const shown = { label: version.tag, path: version.path };
      await buildPages({ source, out: join(out, version.path), menu, shown, env });
    } finally {
      rmSync(source, { recursive: true });
    }
  }
  return out;
}

/**
 * @param {{ source: string, out: string, menu: { label: string, path: string }[], shown: { label: string, path: string }, env: NodeJS.ProcessEnv }} build
 *   `source`: a folder with the pages in docs; `menu`: every version of the site; `shown`: the one that is built
 */
async function buildPages({ source, out, menu, shown, env }) {
  const args = [vitepress, "build", folder, "--outDir", out];
  const version = { SITE_SOURCE: source, SITE_MENU: JSON.stringify(menu), SITE_SHOWN: JSON.stringify(shown) };
  await run(`building the site, ${shown.label}`, pinnedNode, args, { ...env, ...version }, 30_000);
  // The front page names its picture by its path, and a schema is no page.
  for (const name of ["pictures", "schemas"]) {
    const from = join(source, "docs", name);
    if (existsSync(from)) cpSync(from, join(out, name), { recursive: true });
  }
}

/** What the build leaves out because nobody said it: one line for each. @param {NodeJS.ProcessEnv} [env] */
function leftOut(env = process.env) {
  const lines = [];
  if (manifest().repository === undefined)
    lines.push(
      'package.json has no "repository": the site has no edit links, and names files of the repository without a link.',
    );
  if (env.SITE_URL === undefined)
    lines.push("SITE_URL is not set: the site has no sitemap. Set it to the address that the site is published at.");
  return lines;
}

async function installOnce() {
  const stamp = join(modulesCache, `site-${fingerprint(folder, ["package.json", "package-lock.json"])}`);
  if (existsSync(vitepress) && existsSync(stamp)) return;
  // `outsideEnvironment`: npm must not run what it is about to replace.
  const outside = outsideEnvironment();
  const env = { ...outside, PATH: [pinnedNodeFolder, outside.PATH].join(delimiter) };
  await run(
    "installing what builds the site",
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    env,
    20_000,
  );
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, "");
}

/** @param {string} what @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env @param {number} estimateMs */
async function run(what, command, args, env, estimateMs) {
  const log = join(logFolder, "site.log");
  const progress = startProgress(what.charAt(0).toUpperCase() + what.slice(1), { estimateMs });
  const outcome = await runCommand(command, args, { cwd: folder, env, log });
  if (outcome.code === 0) return progress.done();
  progress.fail();
  throw new SetUpFailure({
    what,
    why: explainOutcome(command, outcome),
    todo: "Fix what the log names, such as a link that leads nowhere, and run the same command again.",
    log,
  });
}

module.exports = { buildSite, leftOut };
