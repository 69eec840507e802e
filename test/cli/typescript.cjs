/** Lets a plain node run the TypeScript sources, so that the commands are tested as processes without a build. */
const { readFileSync } = require("node:fs");
const { transformSync } = require("@swc/core");

/**
 * @param {NodeJS.Module & { _compile(code: string, filename: string): void }} module
 * @param {string} filename
 */
function compile(module, filename) {
  const { code } = transformSync(readFileSync(filename, "utf8"), {
    filename,
    module: { type: "commonjs" },
    jsc: { target: "es2023", parser: { syntax: "typescript" } },
    sourceMaps: "inline",
  });
  module._compile(code, filename);
}

require.extensions[".ts"] = /** @type {never} */ (compile);
