import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { transformFileSync } from "@swc/core";

const root = join(__dirname, "../..");
const folders = ["cli", "drift", "sandbox", "provider"];

/** The command as plain JavaScript. Processes that compile as they load would take seconds to start. */
export interface Compiled {
  /** `cli/main.js`. */
  main: string;
  /** What `pulumi-payments/sandbox` is. */
  sandbox: string;
  remove(): void;
}

/** Compiles the sources, in a folder from where the installed packages are found. */
export function compile(): Compiled {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, "sandbox-under-test-"));
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const source = join(entry.parentPath, entry.name);
      const target = join(out, relative(root, source));
      mkdirSync(dirname(target), { recursive: true });
      if (extname(source) !== ".ts") copyFileSync(source, target);
      else writeFileSync(target.replace(/\.ts$/, ".js"), toJavaScript(source));
    }
  }
  return {
    main: join(out, "cli/main.js"),
    sandbox: join(out, "sandbox/index.js"),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
}

function toJavaScript(source: string): string {
  return transformFileSync(source, {
    swcrc: false,
    module: { type: "commonjs", ignoreDynamic: true },
    jsc: { target: "es2023", parser: { syntax: "typescript" } },
  }).code;
}
