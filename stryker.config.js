// A target of tools/mutation/targets.js with its name: npm run mutation -- TARGET.
const { name, mutate, atLeast } = JSON.parse(process.env.MUTATION_TARGET ?? "{}");
const folder = `.cache/mutation/${name}`;

module.exports = {
  mutate,
  plugins: ["./tools/mutation/prose.js", "./tools/mutation/runner.js"],
  ignorers: ["prose"],
  testRunner: "in-process",
  coverageAnalysis: "perTest",
  ignorePatterns: [
    "*",
    "!drift/**",
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
  // Most loops without an end are stopped by counting. A busy machine must not pass for one.
  timeoutMS: 20_000,
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
