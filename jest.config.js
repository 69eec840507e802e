/** Unit, property and in-process tests; the end-to-end tests on the real engine have a configuration of their own. */
module.exports = {
  testEnvironment: "node",
  transform: { "^.+\\.ts$": ["@swc/jest", { jsc: { target: "es2023" }, sourceMaps: "inline" }] },
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/e2e/"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/examples/"],
  testTimeout: 30_000,
};
