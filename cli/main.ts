#!/usr/bin/env node
import * as nodeModule from "node:module";
import { credentialsInEnvironment } from "../provider/configuration/credential-variables";
import { nearest } from "../provider/text/near";
import { oldNode } from "../provider/text/old-node";
import { ownCommand } from "../provider/text/own-command";
import { isSdkMissing, sdkMissing } from "../provider/text/sdk-missing";
import { knownSecrets } from "../provider/text/secrets";
import { commands } from "./commands";
import { compileCacheFolder } from "./compile-cache";
import { print, printError } from "./terminal";
import { version } from "./version";

// A report that Node writes of a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;

async function main(words: string[]): Promise<number> {
  const [name, ...argv] = asCalled(words);
  const tooOld = oldNode(process.versions.node);
  if (tooOld !== undefined) {
    printError(`${tooOld}.\n`);
    return 1;
  }
  for (const credential of credentialsInEnvironment(process.env)) knownSecrets.learn(credential);
  keepCompiledCode();
  if (name === "--version") {
    print(`${version()}\n`);
    return 0;
  }
  if (name === undefined || name === "--help") {
    (name === undefined ? printError : print)(help());
    return name === undefined ? 1 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command.run(argv);
  const near = nearest(name, [...commands.map((candidate) => candidate.name), "--help", "--version"]);
  printError(
    `pulumi-payments has no command "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}\n\n${help()}`,
  );
  return 1;
}

/** Starting the sandbox takes a quarter less with it. Without a folder of the user's own, a command starts as fast as it can. */
function keepCompiledCode(): void {
  try {
    nodeModule.enableCompileCache(compileCacheFolder(process.env));
  } catch {
    // What is wrong with the folder, 'drift' says; the other commands lose no more than a moment.
  }
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

Usage: ${ownCommand} <command> [options]

Commands:
${commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`).join("\n")}

  ${ownCommand} <command> --help   what a command does, with examples; -h and 'help <command>' are the same
  ${ownCommand} --version          the installed version
`;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    printError(isSdkMissing(error) ? `This command needs @pulumi/pulumi, ${sdkMissing}\n` : `${message}\n`);
    process.exitCode = 1;
  },
);
