const { globSync } = require("node:fs");
const { createRequire } = require("node:module");
const { resolve, sep } = require("node:path");
// Parts of Jest, at whatever versions Jest has them.
const ofJest = createRequire(require.resolve("jest-cli", { paths: [require.resolve("jest")] }));
const circus = ofJest("jest-circus");
const { expect } = ofJest("expect");

/** @typedef {{ id: string, entry: any, fileName: string }} Test */

/**
 * A test runner for Stryker that stays in its process: the test functions of Jest without its workers, its modules and
 * its transformation, which take seconds for each mutant where the tests themselves take milliseconds. The project's own
 * files are loaded anew for each mutant; what is installed is not.
 */
class InProcessRunner {
  /** @param {{ inProcess: { tests: string[] } }} options */
  constructor({ inProcess }) {
    this.files = globSync(inProcess.tests).map((file) => resolve(file));
    /** @type {any} */
    this.stryker = undefined;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    Object.assign(globalThis, circus, { expect });
    require("../typescript-hook.js");
    // A failure is enough: no smaller one is looked for. The same cases each time, so that a score can be had again.
    require("fast-check").configureGlobal({ endOnFailure: true, seed: 1 });
    /** @type {any} */ (globalThis).__stryker__ ??= {};
    this.stryker = /** @type {any} */ (globalThis).__stryker__;
    circus.addEventHandler((/** @type {any} */ event) => {
      if (event.name === "test_start") this.stryker.currentTestId = this.idOf(event.test);
      if (event.name === "test_done") this.stryker.currentTestId = undefined;
    });
  }

  async dryRun({ coverageAnalysis }) {
    this.stryker.activeMutant = undefined;
    this.stryker.mutantCoverage = undefined;
    this.stryker.hitLimit = undefined;
    const tests = await this.run(this.files, { bail: false });
    const coverage = coverageAnalysis === "off" ? {} : { mutantCoverage: this.stryker.mutantCoverage };
    return { status: "complete", tests, ...coverage };
  }

  async mutantRun({ activeMutant, testFilter, disableBail, hitLimit, mutantActivation }) {
    const files = testFilter === undefined ? this.files : [...new Set(testFilter.map(fileIn))];
    this.stryker.hitLimit = hitLimit;
    this.stryker.hitCount = hitLimit === undefined ? undefined : 0;
    this.stryker.activeMutant = mutantActivation === "static" ? activeMutant.id : undefined;
    let tests;
    try {
      tests = await this.run(files, {
        bail: !disableBail,
        only: testFilter,
        whenLoaded: () => {
          this.stryker.activeMutant = activeMutant.id;
        },
      });
    } catch (error) {
      // It could not even be loaded, which is what a test file that fails as a whole tells.
      tests = [{ id: "loading", name: "loading", timeSpentMs: 0, status: 1, failureMessage: String(error) }];
    }
    const { hitCount } = this.stryker;
    if (hitLimit !== undefined && hitCount > hitLimit) {
      return { status: "timeout", reason: `Hit limit reached (${hitCount}/${hitLimit})` };
    }
    const failed = tests.filter(({ status }) => status === 1);
    const nrOfTests = tests.filter(({ status }) => status !== 2).length;
    if (failed.length === 0) return { status: "survived", nrOfTests };
    const killedBy = failed.map(({ id }) => id);
    return { status: "killed", killedBy, failureMessage: failed[0].failureMessage, nrOfTests };
  }

  /**
   * Loads test files with all that they import, and runs their tests.
   * @param {string[]} files
   */
  async run(files, { bail, only, whenLoaded = () => {} }) {
    forgetLoaded();
    circus.resetState();
    const state = circus.getState();
    state.testTimeout = 30_000;
    for (const file of files) {
      this.loading = file;
      const before = new Set(state.rootDescribeBlock.children);
      require(file);
      for (const child of state.rootDescribeBlock.children) if (!before.has(child)) child.file = file;
    }
    whenLoaded();
    const wanted = only && new Set(only);
    const all = [...testsIn(state.rootDescribeBlock)];
    for (const test of all) {
      if (wanted && !wanted.has(this.idOf(test))) test.mode = "skip";
    }
    const stopAtFailure = (event) => {
      if (event.name !== "test_done" || event.test.errors.length === 0) return;
      for (const test of all) if (test.status === null) test.mode = "skip";
    };
    if (bail) circus.addEventHandler(stopAtFailure);
    try {
      const { unhandledErrors } = await circus.run();
      if (unhandledErrors.length > 0) throw new Error(unhandledErrors.join("\n"));
    } finally {
      if (bail) circus.removeEventHandler(stopAtFailure);
    }
    return all.map((test) => {
      const id = this.idOf(test);
      const told = { id, name: id, fileName: fileOf(test), timeSpentMs: test.duration ?? 0 };
      if (test.errors.length > 0) return { ...told, status: 1, failureMessage: String(test.errors[0]?.[0]?.stack ?? test.errors[0]) };
      return { ...told, status: test.status === "done" ? 0 : 2 };
    });
  }

  idOf(test) {
    const names = [];
    for (let each = test; each.parent; each = each.parent) names.unshift(each.name);
    return [fileOf(test).slice(process.cwd().length + 1), ...names].join(" > ");
  }
}

/** @param {string} id */
const fileIn = (id) => resolve(id.slice(0, id.indexOf(" > ")));

function fileOf(entry) {
  return entry.file ?? fileOf(entry.parent);
}

function* testsIn(block) {
  for (const child of block.children) {
    if (child.type === "test") yield child;
    else yield* testsIn(child);
  }
}

function forgetLoaded() {
  const own = process.cwd() + sep;
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(own) && !file.includes(`${sep}node_modules${sep}`)) delete require.cache[file];
  }
}

const create = (options) => new InProcessRunner(options);
create.inject = ["options"];

const strykerPlugins = [{ kind: "TestRunner", name: "in-process", factory: create }];
module.exports = { strykerPlugins };
