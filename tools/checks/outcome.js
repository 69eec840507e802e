/**
 * What one step of the tests came to.
 * @typedef {object} Outcome
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} tookMs
 * @property {string} [remark] why it failed, where the counts alone do not say it
 */

/**
 * Adds outcomes up. A run in which nothing was tried has failed: it would be green whatever is broken.
 * @param {Outcome[]} outcomes
 * @returns {{ line: string, ok: boolean }} `line`: the closing line, alone on its line
 */
function addUp(outcomes) {
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ kind) =>
    outcomes.reduce((total, outcome) => total + outcome[kind], 0);
  const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
  return { line: `${passed} passed, ${failed} failed, ${skipped} skipped`, ok: failed === 0 && passed > 0 };
}

/**
 * One row an outcome, for a person.
 * @param {Outcome[]} outcomes
 */
function table(outcomes) {
  return outcomes.map(({ name, passed, failed, skipped, tookMs, remark }) => {
    const counts = `passed ${passed}, failed ${failed}, skipped ${skipped}`;
    const row = `  ${failed === 0 ? "ok  " : "FAIL"} ${name.padEnd(9)} ${counts.padEnd(38)} ${(tookMs / 1000).toFixed(0)} s`;
    return remark === undefined ? row : `${row}\n       ${remark}`;
  });
}

module.exports = { addUp, table };
