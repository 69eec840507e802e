#!/usr/bin/env node
import * as nodeModule from "node:module";
import { nearest } from "../provider/text/near";
import { oldNode } from "../provider/text/old-node";
import { isSdkMissing, sdkMissing } from "../provider/text/sdk-missing";
import { commands } from "./commands";
import { version } from "./version";

// A report that Node writes of a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;

async function main(words: string[]): Promise<number> {
  const [name, ...argv] = asCalled(words);
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
  if (name === undefined || name === "--help") {
    (name === undefined ? process.stderr : process.stdout).write(help());
    return name === undefined ? 1 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command.run(argv);
  const near = nearest(name, [...commands.map((candidate) => candidate.name), "--help", "--version"]);
  process.stderr.write(
    `pulumi-payments has no command "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}\n\n${help()}`,
  );
  return 1;
}

/** `-h` is `--help` wherever it stands, and `help keys` is `keys --help`. */
function asCalled(words: readonly string[]): string[] {
  const [first, ...rest] = words.map((word) => (word === "-h" ? "--help" : word));
  if (first === undefined) return [];
  return first === "help" ? [...rest, "--help"] : [first, ...rest];
}

function help(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return `Infrastructure as code for a payment service.

Usage: pulumi-payments <command> [options]

Commands:
${commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`).join("\n")}

  pulumi-payments <command> --help   what a command does, with examples; -h and 'help <command>' are the same
  pulumi-payments --version          the installed version
`;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(isSdkMissing(error) ? `This command needs @pulumi/pulumi, ${sdkMissing}\n` : `${message}\n`);
    process.exitCode = 1;
  },
);
