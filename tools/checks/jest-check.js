const { spawn } = require("node:child_process");
const { mkdirSync, readFileSync, rmSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");
const { root, workFolder } = require("../set-up/places.js");
const { pinnedNode, pinnedNodeFolder } = require("../set-up/pinned-node.js");

/**
 * Runs jest with its output as it is, and counts from its report.
 * @param {string} name
 * @param {string} config
 * @param {string[]} patterns
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<import("./outcome.js").Outcome>}
 */
async function jestCheck(name, config, patterns, env = {}) {
  const startedAt = Date.now();
  const report = join(workFolder, `jest-${name}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const args = ["node_modules/jest/bin/jest.js", "--config", config, "--json", "--outputFile", report, ...patterns];
  const path = [pinnedNodeFolder, join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const child = spawn(pinnedNode, args, {
    cwd: root,
    env: { ...process.env, PATH: path, ...env },
    // Standard output would repeat the report that is in the file already.
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => {
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
  return { name, tookMs: Date.now() - startedAt, ...countJest(read(report), code) };
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * @param {string | undefined} report jest's JSON report, if it wrote one
 * @param {number | null} code jest's exit code
 * @returns {{ passed: number, failed: number, skipped: number, remark?: string }}
 */
function countJest(report, code) {
  if (report === undefined)
    return { passed: 0, failed: 1, skipped: 0, remark: `jest ended with code ${code} and left no report` };
  const numbers = JSON.parse(report);
  const passed = numbers.numPassedTests;
  const skipped = numbers.numPendingTests + numbers.numTodoTests;
  // A file that could not even be loaded holds tests that nobody counted.
  const failed = numbers.numFailedTests + numbers.numRuntimeErrorTestSuites;
  if (passed + failed === 0) return { passed, failed: 1, skipped, remark: "no test ran" };
  if (failed === 0 && code !== 0)
    return { passed, failed: 1, skipped, remark: `jest ended with code ${code} although no test failed` };
  return { passed, failed, skipped };
}

module.exports = { countJest, jestCheck };
