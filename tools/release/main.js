const { execFileSync } = require("node:child_process");
const { statSync } = require("node:fs");
const { join } = require("node:path");
const { reportFailure } = require("../set-up/failure.js");
const { manifest, root } = require("../set-up/places.js");
const { makeRelease } = require("./files.js");
const { problemsOf } = require("./problems.js");

const HELP = `npm run release -- --check               says what stops a release, and makes nothing
npm run release -- --dry-run             makes the files of a release in .cache/release and lists each file that would be published
npm run release -- --plugins FOLDER      the same with the archives of all platforms from that folder; stops where anything is missing

Nothing here publishes: the workflow "release" does, with these files.`;

/** @param {string[]} args */
async function main(args) {
  const [mode, plugins] = args;
  const isKnown =
    mode === "--check" || mode === "--dry-run" ? args.length === 1 : mode === "--plugins" && args.length === 2;
  if (!isKnown) {
    console.log(HELP);
    return mode === "--help" ? 0 : 2;
  }
  const isDry = mode === "--dry-run";
  const problems = problemsOf(root);
  for (const each of problems)
    console.error(`${isDry ? "This would stop a release" : "This stops the release"}: ${each}`);
  if (problems.length > 0 && !isDry) return 1;
  if (mode === "--check") {
    console.log(`Nothing stops a release of ${manifest().version}.`);
    return 0;
  }
  const { folder, files, tags, missing } = await makeRelease({ ...(plugins && { plugins }) });
  for (const each of missing) console.error(`Missing: ${each}`);
  if (missing.length > 0 && !isDry) return 1;
  for (const file of files) {
    console.log(`${file} (${(statSync(join(folder, file)).size / 1e6).toFixed(2)} MB)`);
    if (/\.(tgz|tar\.gz|whl)$/.test(file)) for (const each of contents(join(folder, file))) console.log(`  ${each}`);
  }
  for (const tag of tags) console.log(`tag ${tag}`);
  console.error(`The files are in ${folder}. Nothing was published.`);
  return 0;
}

/** @param {string} file an archive */
function contents(file) {
  const [command, ...args] = file.endsWith(".whl") ? ["unzip", "-Z1", file] : ["tar", "-tzf", file];
  return execFileSync(/** @type {string} */ (command), args, { encoding: "utf8", maxBuffer: 10_000_000 })
    .trim()
    .split("\n");
}

main(process.argv.slice(2)).then(
  // Not `process.exit`: what a pipe has not taken yet would be cut off.
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.exitCode = reportFailure(error);
  },
);
