const { globSync } = require("node:fs");
const { createRequire } = require("node:module");
const { resolve, sep } = require("node:path");
const fastCheck = require("fast-check");

// Parts of Jest, of the version that runs the tests.
const jest = createRequire(require.resolve("jest-cli", { paths: [require.resolve("jest")] }));
const circus = jest("jest-circus");
const { expect } = jest("expect");

const status = { success: 0, failed: 1, skipped: 2 };
/** Between the parts of a test's id: its file, the groups that it is in, its name. */
const separator = " > ";
const testTimeoutMs = 30_000;

/**
 * A test runner of Stryker that stays in its process. Jest itself makes workers, modules and transformed files for each
 * mutant, which takes seconds where the tests take milliseconds. Here the project's own files are loaded again for each
 * mutant, and what is installed is loaded once.
 *
 * @typedef {{ id: string, name: string, fileName: string, timeSpentMs: number, status: number, failureMessage?: string }} Result
 * @typedef {{ bail: boolean, only?: string[] | undefined, whenLoaded?: () => void }} Run
 */
class InProcessRunner {
  /** @param {string[]} tests globs */
  constructor(tests) {
    this.files = globSync(tests).map((file) => resolve(file));
    /** What mutated code reads and counts in. @type {any} */
    this.stryker = {};
    /** The file that is being loaded. */
    this.loading = "";
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    Object.assign(globalThis, circus, { expect, __stryker__: this.stryker });
    require("../typescript-hook.js");
    // One failure is enough, there is no search for a smaller one; and the same cases each time, so that a score can be had again.
    fastCheck.configureGlobal({ endOnFailure: true, seed: 1 });
    circus.addEventHandler((/** @type {any} */ event) => {
      if (event.name === "test_start") this.stryker.currentTestId = idOf(event.test);
      if (event.name === "test_done") this.stryker.currentTestId = undefined;
    });
  }

  /** All tests, with nothing mutated. */
  async dryRun() {
    const tests = await this.run(this.files, { bail: false });
    return { status: "complete", tests, mutantCoverage: this.stryker.mutantCoverage };
  }

  /** @param {any} options */
  async mutantRun({ activeMutant, testFilter, disableBail, hitLimit, mutantActivation }) {
    const activate = () => {
      this.stryker.activeMutant = activeMutant.id;
    };
    this.stryker.activeMutant = undefined;
    this.stryker.hitLimit = hitLimit;
    this.stryker.hitCount = hitLimit === undefined ? undefined : 0;
    // It counts already while files are loaded, or only in the tests.
    if (mutantActivation === "static") activate();
    const files = testFilter === undefined ? this.files : [...new Set(testFilter.map(fileIn))];
    const run = this.run(files, { bail: !disableBail, only: testFilter, whenLoaded: activate });
    const results = await run.catch((error) => String(error?.stack ?? error));
    // Neither found nor not: it can't even be loaded.
    if (typeof results === "string") return { status: "error", errorMessage: results };
    if (this.stryker.hitCount > hitLimit) return { status: "timeout", reason: `more than ${hitLimit} hits` };
    const failed = results.filter((result) => result.status === status.failed);
    const nrOfTests = results.filter((result) => result.status !== status.skipped).length;
    if (failed[0] === undefined) return { status: "survived", nrOfTests };
    const { failureMessage } = failed[0];
    return { status: "killed", killedBy: failed.map(({ id }) => id), failureMessage, nrOfTests };
  }

  /**
   * Loads test files, with all of the project that they import, and runs their tests.
   * @param {string[]} files
   * @param {Run} how
   * @returns {Promise<Result[]>}
   */
  async run(files, { bail, only, whenLoaded }) {
    forgetOwnModules();
    circus.resetState();
    const state = circus.getState();
    state.testTimeout = testTimeoutMs;
    for (const file of files) {
      const known = state.rootDescribeBlock.children.length;
      require(file);
      for (const entry of state.rootDescribeBlock.children.slice(known)) entry.file = file;
    }
    whenLoaded?.();
    const tests = [...testsIn(state.rootDescribeBlock)];
    const selected = new Set(only ?? tests.map(idOf));
    for (const test of tests) if (!selected.has(idOf(test))) test.mode = "skip";
    const leaveTheRest = (/** @type {any} */ { name, test }) => {
      if (!bail || name !== "test_done" || test.errors.length === 0) return;
      for (const each of tests) if (each.status === null) each.mode = "skip";
    };
    circus.addEventHandler(leaveTheRest);
    const { unhandledErrors } = await circus.run().finally(() => circus.removeEventHandler(leaveTheRest));
    if (unhandledErrors.length > 0) throw new Error(unhandledErrors.join("\n"));
    return tests.map(resultOf);
  }
}

/**
 * @param {any} test
 * @returns {Result}
 */
function resultOf(test) {
  const id = idOf(test);
  const result = { id, name: id, fileName: fileOf(test), timeSpentMs: test.duration ?? 0 };
  const [error] = test.errors.map((/** @type {any} */ each) => (Array.isArray(each) ? each[0] : each));
  if (test.errors.length > 0)
    return { ...result, status: status.failed, failureMessage: String(error?.stack ?? error) };
  return { ...result, status: test.status === "done" ? status.success : status.skipped };
}

/**
 * @param {any} entry a test, or the group that it is in
 * @returns {string}
 */
function fileOf(entry) {
  return entry.file ?? fileOf(entry.parent);
}

/** @param {any} test */
function idOf(test) {
  const names = [];
  for (let each = test; each.parent; each = each.parent) names.unshift(each.name);
  return [fileOf(test).slice(process.cwd().length + 1), ...names].join(separator);
}

/** @param {string} id */
const fileIn = (id) => resolve(id.slice(0, id.indexOf(separator)));

/**
 * @param {any} block
 * @returns {Generator<any>}
 */
function* testsIn(block) {
  for (const child of block.children) {
    if (child.type === "test") yield child;
    else yield* testsIn(child);
  }
}

function forgetOwnModules() {
  const own = process.cwd() + sep;
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(own) && !file.includes(`${sep}node_modules${sep}`)) delete require.cache[file];
  }
}

/** @type {string[]} */
const inject = [];
const factory = Object.assign(() => new InProcessRunner(JSON.parse(process.env.MUTATION_TARGET ?? "{}").tests), {
  inject,
});

const strykerPlugins = [{ kind: "TestRunner", name: "in-process", factory }];
module.exports = { strykerPlugins };
