#!/usr/bin/env node
import { keepCompiledCode } from "./compile-cache";
import { printableLines } from "./printable";

/** Oldest Node with everything that this package uses: the `engines` of package.json. */
const oldestNode = "22.19.0";

async function main(argv: readonly string[]): Promise<number> {
  const { node } = process.versions;
  if (node.localeCompare(oldestNode, "en", { numeric: true }) < 0)
    throw new Error(`pulumi-payments-sandbox needs Node ${oldestNode} or later; this is ${node}.`);
  // A report that Node writes of a crash would hold the environment, and the credentials in it.
  process.report.excludeEnv = true;
  keepCompiledCode(process.env);
  // Loaded once its code can be kept.
  return (require("./run") as typeof import("./run")).runSandbox(argv);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(printableLines(`${error instanceof Error ? error.message : String(error)}\n`));
    process.exitCode = 1;
  },
);
