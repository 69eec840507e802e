const { explainOutcome, runCommand } = require("../set-up/command.js");
const { root } = require("../set-up/places.js");
const { pinnedNode } = require("../set-up/pinned-node.js");

/**
 * A check that is one program on the pinned Node: it counts as one, and what it printed is shown in full if it fails.
 * @param {string} name
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<import("./outcome.js").Outcome>}
 */
async function commandCheck(name, args, options = {}) {
  const startedAt = Date.now();
  /** @type {string[]} */
  const output = [];
  const outcome = await runCommand(pinnedNode, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    onLine: (line) => output.push(line),
  });
  const tookMs = Date.now() - startedAt;
  if (outcome.code === 0) {
    console.error(`${name}: passed`);
    return { name, passed: 1, failed: 0, skipped: 0, tookMs };
  }
  console.error([`${name}: failed`, ...output, explainOutcome(name, outcome, 0)].join("\n"));
  return { name, passed: 0, failed: 1, skipped: 0, tookMs };
}

module.exports = { commandCheck };
