#!/usr/bin/env node
import * as nodeModule from "node:module";
import { nearest } from "../provider/text/near";
import { oldNode } from "../provider/text/old-node";
import { commands } from "./commands";
import { version } from "./version";

// A report that Node writes of a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;

async function main([name, ...argv]: string[]): Promise<number> {
  const tooOld = oldNode(process.versions.node);
  if (tooOld !== undefined) {
    process.stderr.write(`${tooOld}.\n`);
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
