const { commandCheck } = require("./checks/command-check.js");
const { jestCheck } = require("./checks/jest-check.js");
const { addUp, table } = require("./checks/outcome.js");
const { packageChecks } = require("./checks/package-check.js");
const { enginePath, HANDED_ON } = require("./engine-path.js");
const { mutationRun, targets } = require("./mutation/targets.js");
const { ensureBrowser, NAMED } = require("./set-up/browser.js");
const { reportFailure } = require("./set-up/failure.js");
const { setUp } = require("./set-up/index.js");
const { ensureLanguageHosts, HANDED_ON_HOSTS, needsLanguageHosts } = require("./set-up/language-hosts.js");

/** @typedef {import("./checks/outcome.js").Outcome} Outcome */

const PARTS = ["types", "lint", "docs", "unit", "package", "e2e"];
const NIGHTLY_PARTS = ["fault-suite", "mutation"];

/** What `npm test`, `npm run test:all` and `npm run test:nightly` are, and their minutes on two idle cores. */
const MINUTES = { everyday: 8, all: 32, nightly: 180 };

/** The end-to-end files that a change breaks most often: a key's life, drift, a rotation, two runs at once, destroy. */
const EVERYDAY = ["concurrent", "destroy", "drift", "keys", "rotation"];

const FAULT_SUITE = "test/fault-suite/main.ts";

const HELP = `npm test                     what a change breaks most often: about ${MINUTES.everyday} minutes on two idle cores
npm run test:all             every file: about ${MINUTES.all} minutes
npm run test:nightly         the long forms of all of it, the whole fault suite, and mutation: about three hours
npm test -- unit             only these parts, whole: ${PARTS.join(", ")}
npm test -- e2e drift        any other word is passed to jest: only the test files whose path has it

types    tsc over sources, tests and tools, and over the scripts of the sandbox's pages
lint     biome: formatting and lint
docs     whether the generated types and pages are what the schemas say
unit     jest over test/ without test/e2e: unit, property, in-process, browser, structure and docs tests
package  publint and attw on the packed tarball
e2e      jest over test/e2e: the packed package on the real Pulumi engine. Without a part or a word, npm test runs only
         ${EVERYDAY.join(", ")} of it
${NIGHTLY_PARTS.join(", ")}  only for npm run test:nightly

PAYMENTS_ENGINE=path,cache,download,build picks where the engine comes from, and in which order.
CHROMIUM_PATH names a Chromium; otherwise the one on PATH is used, or one is installed where possible.`;

/**
 * @param {string[]} args
 * @param {keyof typeof MINUTES} [tier] what runs where no part is named
 * @returns {Promise<number>} the exit code
 */
async function testAll(args, tier = "everyday") {
  if (args.includes("--help")) {
    console.log(HELP);
    return 0;
  }
  const known = tier === "nightly" ? [...PARTS, ...NIGHTLY_PARTS] : PARTS;
  const named = args.filter((word) => known.includes(word));
  const patterns = args.filter((word) => !known.includes(word));
  const parts = named.length === 0 ? known : named;
  const isEveryday = args.length === 0 && tier === "everyday";
  if (args.length === 0)
    console.error(`This takes about ${MINUTES[tier]} minutes on two idle cores, once the Pulumi engine is cached.`);
  if (tier === "nightly") process.env.PAYMENTS_NIGHTLY = "1";
  /** @type {Outcome[]} */
  const outcomes = [];
  const endToEnd = isEveryday ? EVERYDAY.map((name) => `test/e2e/${name}\\.test\\.ts$`) : patterns;
  await attempt(outcomes, "set-up", () => runParts(parts, { patterns, endToEnd }, outcomes));
  const { line, ok } = addUp(outcomes);
  const rest = isEveryday ? ["npm run test:all runs the other end-to-end files as well.", ""] : [];
  console.log(["", "Summary", ...table(outcomes), "", ...rest, line].join("\n"));
  return ok ? 0 : 1;
}

/**
 * @param {string[]} parts
 * @param {{ patterns: string[], endToEnd: string[] }} files which, by a part of their path
 * @param {Outcome[]} outcomes
 */
async function runParts(parts, { patterns, endToEnd }, outcomes) {
  const wants = (/** @type {string} */ part) => parts.includes(part);
  await setUp({ build: false });
  // The engine is the long pole of a first run: it is made while everything that needs none goes on.
  const engine = wants("e2e") ? settle(enginePath({ background: true })) : undefined;
  const hosts = engine?.then(({ path }) =>
    path !== undefined && needsLanguageHosts(endToEnd) ? ensureLanguageHosts(path, { background: true }) : undefined,
  );
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
    wants("package") || wants("e2e") || wants("fault-suite")
      ? await attempt(outcomes, "build", () => setUp({ build: true }))
      : false;
  if (wants("package") && built)
    await attempt(outcomes, "package", async () => void outcomes.push(...(await packageChecks())));
  if (engine !== undefined) {
    const found = await engine;
    if (found.error !== undefined) await attempt(outcomes, "engine", () => Promise.reject(found.error));
    else if (built) {
      const env = { [HANDED_ON]: found.path, [HANDED_ON_HOSTS]: JSON.stringify(await hosts) };
      outcomes.push(await jestCheck("e2e", "jest.e2e.config.js", endToEnd, env));
    }
  }
  for (const host of wants("fault-suite") && built ? ["dynamic", "native"] : []) {
    const args = ["--require", "./tools/typescript-hook.js", FAULT_SUITE, "--host", host];
    outcomes.push(await commandCheck(`fault-suite, ${host}`, args));
  }
  for (const target of wants("mutation") ? Object.keys(targets) : []) {
    const { args, env } = mutationRun(target);
    outcomes.push(await commandCheck(`mutation of ${target}`, args, { env }));
  }
}

/**
 * Runs one step; a failure that it throws is reported at once and counts as one.
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

module.exports = { EVERYDAY, testAll };
