const { execFileSync } = require("node:child_process");
const { accessSync, constants, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { root } = require("../places.js");

/** The first engine whose preview exits 7 on changes, and on which everything here was tried. */
const OLDEST_ENGINE = "3.227.0";

const suffix = process.platform === "win32" ? ".exe" : "";
const ENGINE = `pulumi${suffix}`;
const LANGUAGE_HOST = `pulumi-language-nodejs${suffix}`;

/** @returns {string} the version that tools/engine pins, as 3.259.0 */
function pinnedEngineVersion() {
  const module = readFileSync(join(root, "tools", "engine", "go.mod"), "utf8");
  const version = /pulumi\/pkg\/v3 v(\S+)/.exec(module)?.[1];
  if (version === undefined) throw new Error("tools/engine/go.mod names no version of github.com/pulumi/pulumi/pkg/v3");
  return version;
}

/**
 * @param {string} folder
 * @returns {string | undefined} what is wrong with the folder; nothing, if it holds an engine and its language host
 */
function flawOf(folder) {
  for (const name of [ENGINE, LANGUAGE_HOST]) {
    try {
      accessSync(join(folder, name), constants.X_OK);
    } catch {
      return `there is no executable ${name} in ${folder}`;
    }
  }
  return undefined;
}

/**
 * Asks the engine in a folder for its version.
 * @param {string} folder
 * @returns {string} as 3.259.0, or 3.259.0-dev for one between releases
 */
function askVersion(folder) {
  const answer = execFileSync(join(folder, ENGINE), ["version"], {
    encoding: "utf8",
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
  });
  return answer.trim().replace(/^v/, "");
}

/**
 * @param {string} version
 * @param {string} oldest
 */
function isAtLeast(version, oldest) {
  const numbers = (/** @type {string} */ text) => text.split(/[.+-]/).slice(0, 3).map(Number);
  const [have, need] = [numbers(version), numbers(oldest)];
  for (const [index, wanted] of need.entries()) {
    const found = have[index] ?? 0;
    if (Number.isNaN(found) || found < wanted) return false;
    if (found > wanted) return true;
  }
  return true;
}

module.exports = { askVersion, ENGINE, flawOf, isAtLeast, LANGUAGE_HOST, OLDEST_ENGINE, pinnedEngineVersion };
