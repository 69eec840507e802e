const { accessSync, constants, existsSync, readdirSync } = require("node:fs");
const { delimiter, join } = require("node:path");
const { aptInstall, thisMachine, whyNoApt } = require("./apt.js");
const { SetUpFailure } = require("./failure.js");
const { withLock } = require("./lock.js");
const { workFolder } = require("./places.js");
const { virtualEnvironment } = require("./virtual-environment.js");

/** Debian keeps each version in a folder of its own, outside PATH. */
const VERSIONS = "/usr/lib/postgresql";
const PROGRAMS = ["initdb", "postgres", "psql"];

/** @typedef {import("./apt.js").Machine & { versions: string }} Machine `versions`: folder with one folder for each version of Postgres */

/**
 * Finds the programs of Postgres for the tests of backends, and installs Debian's where that can be done.
 * @param {{ background?: boolean, machine?: Machine }} [options] `background`: other output is being written meanwhile
 * @returns {Promise<string>} the folder of initdb, postgres and psql
 * @throws {SetUpFailure} that says what to install
 */
async function ensurePostgres({ background = false, machine = { ...thisMachine(), versions: VERSIONS } } = {}) {
  const found = lookFor(machine);
  if (found !== undefined) return found;
  const hindrance = whyNoApt(machine);
  if (hindrance !== undefined) throw missing(machine, hindrance);
  const lock = join(workFolder, "postgres.lock");
  const onWait = (/** @type {number} */ holder) =>
    console.error(`Waiting for process ${holder}, which is installing Postgres (${lock}).`);
  return withLock(lock, { onWait }, async (contended) => {
    const again = contended ? lookFor(machine) : undefined;
    if (again !== undefined) return again;
    await aptInstall(
      {
        subject: "Postgres",
        purpose: "for the tests of backends",
        packages: ["postgresql"],
        estimateMs: 40_000,
        byHand: "install Postgres by hand and put its programs on PATH",
        log: "postgres",
      },
      { env: machine.env, background },
    );
    const installed = lookFor(machine);
    if (installed === undefined) throw missing(machine, "apt-get installed postgresql, and they are still missing");
    return installed;
  });
}

/** @param {Machine} machine @returns {string | undefined} of Debian's folders the newest version, then the first on PATH */
function lookFor({ env, versions }) {
  const named = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = named.sort((a, b) => Number(b) - Number(a)).map((version) => join(versions, version, "bin"));
  const onPath = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...newestFirst, ...onPath].find((folder) => PROGRAMS.every((program) => isExecutable(join(folder, program))));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {Machine} machine @param {string} hindrance */
function missing({ versions }, hindrance) {
  return new SetUpFailure({
    what: "finding Postgres for the tests of backends",
    why: `no folder in ${versions} or on PATH has ${PROGRAMS.join(", ")}\n${hindrance}`,
    todo: "Install it (Debian: apt-get install --no-install-recommends postgresql; macOS: brew install postgresql), or put its programs on PATH.",
  });
}

/**
 * A virtual environment with moto, which serves S3: start `bin/python -m moto.server` in it.
 * @param {{ background?: boolean, env?: NodeJS.ProcessEnv }} [options] `background`: other output is being written meanwhile
 * @returns {Promise<string>} its folder
 */
function ensureS3Server(options) {
  return virtualEnvironment(
    {
      name: "s3-server",
      requirements: "tools/s3-server/requirements.txt",
      title: "Installing a server of S3 for the tests of backends",
      estimateMs: 60_000,
      oldest: 10,
    },
    options,
  );
}

module.exports = { ensurePostgres, ensureS3Server };
