import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { transformFileSync } from "@swc/core";

const root = join(__dirname, "../..");
const skipped = /^sandbox\/(dist|node_modules)\//;

/** The command as plain JavaScript. Processes that compile as they load would take seconds to start. */
export interface Compiled {
  /** `sandbox/command/main.js`. */
  main: string;
  /** What `pulumi-payments-sandbox` is. */
  sandbox: string;
  remove(): void;
}

/** Compiles the sources, in a folder from where the installed packages are found. */
export function compile(): Compiled {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, "sandbox-under-test-"));
  for (const entry of readdirSync(join(root, "sandbox"), { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    if (!entry.isFile() || skipped.test(relative(root, source))) continue;
    const target = join(out, relative(root, source));
    mkdirSync(dirname(target), { recursive: true });
    if (extname(source) !== ".ts") copyFileSync(source, target);
    else writeFileSync(target.replace(/\.ts$/, ".js"), toJavaScript(source));
  }
  return {
    main: join(out, "sandbox/command/main.js"),
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
