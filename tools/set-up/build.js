const { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { runCommand } = require("./command.js");
const { SetUpFailure } = require("./failure.js");
const { fingerprint, readStamp, writeStamp } = require("./fingerprint.js");
const { logFolder, manifest, modulesCache, root } = require("./places.js");
const { pinnedNode } = require("./pinned-node.js");
const { startProgress } = require("./progress.js");

const SOURCES = ["sdk", "provider", "policy", "cli", "drift", "sandbox"];
const stampFile = join(modulesCache, "set-up", "build");
const SHEBANG = "#!/usr/bin/env node\n";

/** What a build is made from and what it made: either changing means that it is to be made again. */
function buildStamp() {
  const inputs = fingerprint(
    root,
    [...SOURCES, "tsconfig.json", "node_modules/typescript/package.json"],
    [JSON.stringify(manifest().bin)],
  );
  return `${inputs} ${fingerprint(root, ["dist"])}`;
}

function isBuilt() {
  return existsSync(join(root, "dist")) && readStamp(stampFile) === buildStamp();
}

/** Compiles into a folder beside dist and renames it, so that no output of a deleted source is left behind. */
async function build() {
  const log = join(logFolder, "build.log");
  const fresh = join(root, `.dist-${process.pid}`);
  const old = `${fresh}-old`;
  const progress = startProgress("Building dist", { estimateMs: 8_000 });
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = ["-p", "tsconfig.json", "--outDir", fresh, "--incremental", "false", "--tsBuildInfoFile", "null"];
  try {
    mkdirSync(fresh, { recursive: true });
    const outcome = await runCommand(pinnedNode, [compiler, ...options, "--pretty", "false"], {
      cwd: root,
      env: process.env,
      log,
    });
    if (outcome.code !== 0) {
      progress.fail();
      throw new SetUpFailure({
        what: "compiling the package with tsc",
        why: outcome.lines.join("\n"),
        todo: "Mend the errors above; npm run build compiles again.",
        log,
      });
    }
    makeExecutable(fresh);
    if (existsSync(join(root, "dist"))) renameSync(join(root, "dist"), old);
    renameSync(fresh, join(root, "dist"));
    writeStamp(stampFile, buildStamp());
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
  progress.done();
}

/** @param {string} dist */
function makeExecutable(dist) {
  const commands = Object.values(/** @type {Record<string, string>} */ (manifest().bin));
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
