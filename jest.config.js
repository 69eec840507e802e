/** Unit, property and in-process tests; the end-to-end tests on the real engine are in jest.e2e.config.js. */
module.exports = {
  testEnvironment: "node",
  transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { target: "es2023" }, sourceMaps: "inline" }] },
  // `import()` names the compiled file, as Node asks of it.
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  setupFiles: ["<rootDir>/test/same-cases.ts"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/e2e/", "\\.e2e\\.test\\.ts$"],
  modulePathIgnorePatterns: [
    "<rootDir>/dist/",
    "<rootDir>/sandbox/dist/",
    "<rootDir>/\\.cache/",
    "<rootDir>/examples/",
  ],
  // The default leaves a core idle, which is half of a small machine.
  maxWorkers: "100%",
  // Only what hangs takes so long, on a busy machine too.
  testTimeout: 120_000,
};
