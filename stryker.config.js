const unit = require("./jest.config.js");

// A target of tools/mutation/targets.js with its name: npm run mutation -- TARGET.
const { name, mutate, tests, atLeast } = JSON.parse(process.env.MUTATION_TARGET ?? "{}");
const folder = `.cache/mutation/${name}`;

module.exports = {
  mutate,
  plugins: ["@stryker-mutator/jest-runner", "./tools/mutation/prose.js"],
  ignorers: ["prose"],
  testRunner: "jest",
  coverageAnalysis: "perTest",
  jest: {
    config: {
      ...unit,
      testMatch: tests.map((glob) => `<rootDir>/${glob}`),
      // The copy that is mutated lies below a folder that the unit tests pass over.
      modulePathIgnorePatterns: ["<rootDir>/dist/"],
    },
    enableFindRelatedTests: true,
  },
  ignorePatterns: [
    "*",
    "!policy/**",
    "!provider/**",
    "!sdk/**",
    "!sandbox/**",
    "!test/**",
    "!tools/**",
    "!package.json",
    "!tsconfig*.json",
  ],
  disableTypeChecks: false,
  concurrency: 2,
  // Jest keeps what each run has loaded.
  maxTestRunnerReuse: 100,
  thresholds: { high: 100, low: atLeast, break: atLeast },
  reporters: ["clear-text", "progress", "html", "json"],
  clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
  htmlReporter: { fileName: `${folder}/report.html` },
  jsonReporter: { fileName: `${folder}/report.json` },
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  tempDirName: ".cache/mutation/copies",
  allowEmpty: false,
};
