const { commandCheck } = require("./checks/command-check.js");
const { jestCheck } = require("./checks/jest-check.js");
const { addUp, table } = require("./checks/outcome.js");
const { packageChecks } = require("./checks/package-check.js");
const { enginePath, HANDED_ON } = require("./engine-path.js");
const { ensureBrowser, NAMED } = require("./set-up/browser.js");
const { reportFailure } = require("./set-up/failure.js");
const { setUp } = require("./set-up/index.js");

/** @typedef {import("./checks/outcome.js").Outcome} Outcome */

const PARTS = ["types", "lint", "docs", "unit", "package", "e2e"];

const HELP = `npm test                     everything
npm test -- unit             only these parts: ${PARTS.join(", ")}
npm test -- e2e drift        a word that is no part is passed to jest: only the test files whose path has it

types    tsc over sources, tests and tools, and over the scripts of the sandbox's pages
lint     biome: formatting and lint
docs     whether the generated types and pages are what the schemas say
unit     jest over test/ without test/e2e: unit, property, in-process, browser, structure and docs tests
package  publint and attw on the packed tarball
e2e      jest over test/e2e: the packed package on the real Pulumi engine

PAYMENTS_ENGINE=path,cache,download,build picks where the engine comes from, and in which order.
CHROMIUM_PATH names a Chromium; otherwise it is looked for on PATH, and installed where that can be done.`;

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function testAll(args) {
  if (args.includes("--help")) {
    console.log(HELP);
    return 0;
  }
  const named = args.filter((word) => PARTS.includes(word));
  const patterns = args.filter((word) => !PARTS.includes(word));
  const parts = named.length === 0 ? PARTS : named;
  /** @type {Outcome[]} */
  const outcomes = [];
  await attempt(outcomes, "set-up", () => runParts(parts, patterns, outcomes));
  const { line, ok } = addUp(outcomes);
  console.log(["", "Summary", ...table(outcomes), "", line].join("\n"));
  return ok ? 0 : 1;
}

/**
 * @param {string[]} parts
 * @param {string[]} patterns
 * @param {Outcome[]} outcomes
 */
async function runParts(parts, patterns, outcomes) {
  const wants = (/** @type {string} */ part) => parts.includes(part);
  await setUp({ build: false });
  // The engine is the long pole of a first run: it is made while everything that needs none goes on.
  const engine = wants("e2e") ? settle(enginePath({ background: true })) : undefined;
  const browser = wants("unit") ? settle(ensureBrowser({ background: true })) : undefined;

  await attempt(outcomes, "checks", async () => {
    const checks = [
      wants("types") && commandCheck("types", ["node_modules/typescript/bin/tsc", "-p", "tsconfig.test.json"]),
      wants("types") && commandCheck("pages", ["node_modules/typescript/bin/tsc", "-p", "sandbox/pages/browser"]),
      wants("lint") && commandCheck("lint", ["node_modules/@biomejs/biome/bin/biome", "check"]),
      wants("docs") && commandCheck("docs", ["tools/generate.js", "--check"]),
    ];
    for (const check of checks) if (check) outcomes.push(await check);
  });
  if (browser !== undefined) {
    const { path, error } = await browser;
    // Whatever needs no browser is tested all the same; what does fails with the same words.
    if (error !== undefined) reportFailure(error);
    outcomes.push(await jestCheck("unit", "jest.config.js", patterns, path === undefined ? {} : { [NAMED]: path }));
  }
  const built =
    wants("package") || wants("e2e") ? await attempt(outcomes, "build", () => setUp({ build: true })) : false;
  if (wants("package") && built)
    await attempt(outcomes, "package", async () => void outcomes.push(...(await packageChecks())));
  if (engine !== undefined) {
    const found = await engine;
    if (found.error !== undefined) await attempt(outcomes, "engine", () => Promise.reject(found.error));
    else if (built) outcomes.push(await jestCheck("e2e", "jest.e2e.config.js", patterns, { [HANDED_ON]: found.path }));
  }
}

/**
 * Runs one step; a failure that it throws is told at once and counts as one.
 * @param {Outcome[]} outcomes
 * @param {string} name
 * @param {() => Promise<unknown>} step
 */
async function attempt(outcomes, name, step) {
  const startedAt = Date.now();
  try {
    await step();
    return true;
  } catch (error) {
    reportFailure(error);
    outcomes.push({ name, passed: 0, failed: 1, skipped: 0, tookMs: Date.now() - startedAt });
    return false;
  }
}

/**
 * @param {Promise<string>} path
 * @returns {Promise<{ path: string, error?: undefined } | { path?: undefined, error: unknown }>}
 */
function settle(path) {
  return path.then(
    (found) => ({ path: found }),
    (error) => ({ error }),
  );
}

module.exports = { testAll };
