/**
 * What is mutated, and by which tests a mutant has to be found.
 * @typedef {object} Target
 * @property {string[]} mutate globs of sources
 * @property {string[]} tests globs of tests, those that mirror the sources: only these run, so they say it all by themselves
 * @property {number} atLeast percent of the mutants that have to be found, or the run fails
 */

/** @type {Record<string, Target>} */
const targets = {
  policy: {
    mutate: ["policy/{rules,rule-helpers}/*.ts", "policy/text/{glob,in-words}.ts"],
    tests: ["test/policy/{rules,rule-helpers}/*.test.ts", "test/policy/text/{glob,in-words}.test.ts"],
    atLeast: 97,
  },
  // What decides whether a key is there, ours, gone, in use, or to be changed.
  deciding: {
    mutate: [
      "provider/api/{absence,classify,creation-evidence,key-search,list-walk,retry,retry-after,visible-value}.ts",
      "provider/guards/*.ts",
      "provider/lifecycle/{ambiguous-create,apply,classify,evidence,field-table,guards,namesakes,origin,plan}.ts",
      "provider/resources/api-key/orphans.ts",
      "provider/resources/webhook-endpoint/health.ts",
      "drift/classify/{consequences,resource}.ts",
    ],
    tests: [
      "test/provider/api/{absence,classify,creation-evidence,key-search,list-walk,retry,retry-after,visible-value}{,.*}.test.ts",
      "test/provider/guards/*.test.ts",
      "test/provider/lifecycle/{ambiguous-create,apply,classify,evidence,field-table,guards,namesakes,origin,plan}{,.*}.test.ts",
      "test/provider/resources/api-key/{fields,orphans}{,.*}.test.ts",
      "test/provider/resources/apple-pay-domain-scopes/fields.test.ts",
      "test/provider/resources/webhook-endpoint/health.test.ts",
      "test/drift/classify/{consequences,resource}.test.ts",
    ],
    atLeast: 97,
  },
  rotation: {
    mutate: ["provider/resources/rotating-api-key/{compare,mark,outputs,phase,planned-writes,private-state}.ts"],
    tests: [
      "test/provider/resources/rotating-api-key/{compare,mark,outputs,phase,planned-writes,private-state}{,.*}.test.ts",
    ],
    atLeast: 97,
  },
  // What a program reads of keys and endpoints that it does not manage.
  reading: {
    mutate: ["provider/reading/*.ts"],
    tests: ["test/provider/reading/*.test.ts"],
    atLeast: 97,
  },
};

/**
 * How Stryker is run for a target.
 * @param {string} name
 */
const mutationRun = (name) => ({
  args: ["node_modules/@stryker-mutator/core/bin/stryker.js", "run", "stryker.config.js"],
  env: { MUTATION_TARGET: JSON.stringify({ name, ...targets[name] }) },
});

module.exports = { mutationRun, targets };
