const { chmodSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { explainOutcome, runCommand } = require("../set-up/command.js");
const { SetUpFailure } = require("../set-up/failure.js");
const { logFolder, manifest, root } = require("../set-up/places.js");

const postject = join(root, "node_modules", "postject", "dist", "cli.js");
const suffix = process.platform === "win32" ? ".exe" : "";
/** The name that the engine looks for. */
const EXECUTABLE = `pulumi-resource-payments${suffix}`;
/** What Node looks for in itself, to know that it carries a program. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const RESOURCE = "NODE_SEA_BLOB";

/**
 * Makes one program of the plugin and the Node that runs this: it needs no Node on the machine that it runs on. It is of the
 * platform that it is made on, since only there Node can compile the plugin ahead.
 * @param {string} bundle
 * @param {string} outfile
 */
async function makeExecutable(bundle, outfile) {
  const pinned = manifest().devDependencies.node;
  if (process.versions.node !== pinned)
    throw failed(
      `this runs on Node ${process.versions.node}, and the project pins ${pinned}`,
      `Run it on Node ${pinned}.`,
    );
  mkdirSync(dirname(outfile), { recursive: true });
  const folder = mkdtempSync(`${outfile}.new-`);
  try {
    const settings = join(folder, "settings.json");
    const blob = join(folder, "blob");
    const made = join(folder, EXECUTABLE);
    const options = {
      main: bundle,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // Options of a Node on that machine, such as files to load first, are not meant for this program.
      execArgvExtension: "none",
    };
    writeFileSync(settings, JSON.stringify(options));
    await run(process.execPath, ["--experimental-sea-config", settings]);
    copyFileSync(process.execPath, made);
    chmodSync(made, 0o755);
    // A signature that no longer fits is worse than none on macOS.
    if (process.platform === "darwin") await run("codesign", ["--remove-signature", made]);
    const segment = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
    await run(process.execPath, [postject, made, RESOURCE, blob, "--sentinel-fuse", FUSE, ...segment]);
    if (process.platform === "darwin") await run("codesign", ["--sign", "-", made]);
    await run(made, ["--help"]);
    renameSync(made, outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} command @param {string[]} args */
async function run(command, args) {
  const log = join(logFolder, "plugin.log");
  const outcome = await runCommand(command, args, { cwd: root, env: process.env, log, append: true });
  if (outcome.code !== 0)
    throw failed(explainOutcome(command, outcome), "Read the log, and run the same command again.", log);
}

/** @param {string} why @param {string} todo @param {string} [log] */
function failed(why, todo, log) {
  return new SetUpFailure({ what: "making one program of the plugin", why, todo, ...(log && { log }) });
}

module.exports = { EXECUTABLE, makeExecutable };
