#!/usr/bin/env node
import * as nodeModule from "node:module";
import { nearest } from "../provider/text/near";
import { commands } from "./commands";
import { version } from "./version";

/** Oldest Node with everything that the commands use: the `engines` of package.json. */
const oldestNode = "22.19.0";

async function main([name, ...argv]: string[]): Promise<number> {
  if (process.versions.node.localeCompare(oldestNode, "en", { numeric: true }) < 0) {
    process.stderr.write(`pulumi-payments needs Node ${oldestNode} or later; this is ${process.versions.node}.\n`);
    return 1;
  }
  nodeModule.enableCompileCache();
  if (name === "--version") {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  if (name === undefined || name === "--help" || name === "help") {
    (name === undefined ? process.stderr : process.stdout).write(help());
    return name === undefined ? 1 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command.run(argv);
  const near = nearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  process.stderr.write(
    `pulumi-payments has no command "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}\n\n${help()}`,
  );
  return 1;
}

function help(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return `Infrastructure as code for a payment service.

Usage: pulumi-payments <command> [options]

Commands:
${commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`).join("\n")}

  pulumi-payments <command> --help   what a command does, with examples
  pulumi-payments --version          the installed version
`;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
