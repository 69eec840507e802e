/**
 * What is mutated, and by which tests a mutant has to be found.
 * @typedef {object} Target
 * @property {string[]} mutate globs of sources
 * @property {string[]} tests globs of tests; only these run, so they say it all by themselves
 * @property {number} atLeast percent of the mutants that have to be found, or the run fails
 */

/** @type {Record<string, Target>} */
const targets = {
  policy: {
    mutate: ["policy/rules/**/*.ts"],
    tests: ["test/policy/rules/**/*.test.ts"],
    atLeast: 95,
  },
};

module.exports = { targets };
