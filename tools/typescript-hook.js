const { existsSync, readFileSync } = require("node:fs");
const { registerHooks } = require("node:module");
const { fileURLToPath } = require("node:url");
const { transformSync } = require("@swc/core");

/** By URL. @type {Map<string, string>} */
const compiled = new Map();

/** @param {string} filename */
function compile(filename) {
  const { code } = transformSync(readFileSync(filename, "utf8"), {
    filename,
    jsc: { target: "es2023", parser: { syntax: "typescript" } },
    module: { type: "commonjs", ignoreDynamic: true },
    sourceMaps: "inline",
  });
  return code;
}

/**
 * Lets the pinned Node load this repository's TypeScript as it is: `require("./x.js")` and `require("./x")` find x.ts, or
 * x/index.ts, compiled on the fly.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (/^\.{1,2}\//.test(specifier) && context.parentURL?.startsWith("file:")) {
      const bare = specifier.replace(/\.js$/, "");
      const source = [`${bare}.ts`, `${bare}/index.ts`]
        .map((path) => new URL(path, context.parentURL))
        .find((url) => existsSync(url));
      if (source) return { url: source.href, format: "commonjs", shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.startsWith("file:") || !url.endsWith(".ts")) return nextLoad(url, context);
    // A process may load a file more than once; what is loaded was read at first.
    const source = compiled.get(url) ?? compile(fileURLToPath(url));
    compiled.set(url, source);
    return { format: "commonjs", source, shortCircuit: true };
  },
});
