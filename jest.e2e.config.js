const unit = require("./jest.config.js");

/** Whole Pulumi programs on the real engine, two files at a time: each engine run keeps a core busy. */
module.exports = {
  ...unit,
  testMatch: ["<rootDir>/test/e2e/**/*.test.ts", "<rootDir>/test/**/*.e2e.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  globalSetup: "<rootDir>/tools/e2e-set-up.js",
  maxWorkers: 2,
  testTimeout: 300_000,
};
