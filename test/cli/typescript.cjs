/** Lets a plain node run the TypeScript sources, so that the commands are tested as processes without a build. */
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, resolve } = require("node:path");
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

// Sources may name what they import as it will be once compiled.
/** @type {{ _resolveFilename(request: string, parent?: NodeJS.Module, ...rest: unknown[]): string }} */
const internals = /** @type {never} */ (Module);
const { _resolveFilename } = internals;

/** The other package of the repository. @type {Record<string, string>} */
const sandbox = {
  "pulumi-payments-sandbox": resolve(__dirname, "../../sandbox/index.ts"),
  "pulumi-payments-sandbox/command": resolve(__dirname, "../../sandbox/command/run.ts"),
};

/**
 * @param {string} request
 * @param {NodeJS.Module | undefined} parent
 * @param {unknown[]} rest
 */
function resolveSource(request, parent, ...rest) {
  if (/^\.{1,2}\/.*\.js$/.test(request) && parent?.filename.endsWith(".ts")) {
    const source = resolve(dirname(parent.filename), request.replace(/\.js$/, ".ts"));
    if (existsSync(source)) return source;
  }
  return _resolveFilename(sandbox[request] ?? request, parent, ...rest);
}

internals._resolveFilename = resolveSource;
