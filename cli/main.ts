#!/usr/bin/env node
import * as nodeModule from "node:module";
import { credentialsInEnvironment } from "../provider/configuration/credential-variables";
import { oldNode } from "../provider/text/old-node";
import { ownCommand } from "../provider/text/own-command";
import { isSdkMissing, sdkMissing } from "../provider/text/sdk-missing";
import { knownSecrets } from "../provider/text/secrets";
import { CommandLine, runCommandLine } from "./command-line";
import { commands } from "./commands";
import { compileCacheFolder } from "./compile-cache";
import { printError } from "./terminal";
import { version } from "./version";

// A report that Node writes of a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;

async function main(words: readonly string[]): Promise<number> {
  const tooOld = oldNode(process.versions.node);
  if (tooOld !== undefined) {
    printError(`${tooOld}\n`);
    return 1;
  }
  for (const credential of credentialsInEnvironment(process.env)) knownSecrets.learn(credential);
  keepCompiledCode();
  const [first, ...rest] = words;
  const argv = first === "help" ? [...rest, "--help"] : words;
  const isCommand = commands.some(({ name }) => name === argv[0]);
  // Of a command that there is not, --help would be that of all.
  return runCommandLine(program(argv[0]), isCommand ? argv : argv.slice(0, 1));
}

/** Every command by its summary, and the one that is called as a whole. */
function program(called: string | undefined): CommandLine {
  const root = new CommandLine(ownCommand)
    .description("Infrastructure as code for a payment service.")
    .usage("<command> [options]")
    .version(version(), "--version", "the installed version")
    .allowUnknownOption(false)
    .showHelpAfterError()
    .addHelpText(
      "after",
      `\n'${ownCommand} <command> --help' shows what a command does, with examples; 'help <command>' is the same.`,
    );
  for (const { name, summary, load } of commands)
    root.addCommand((name === called ? load() : new CommandLine(name)).summary(summary));
  return root;
}

/** Starting the sandbox takes a quarter less with it. Without a folder of the user's own, a command starts as fast as it can. */
function keepCompiledCode(): void {
  try {
    nodeModule.enableCompileCache(compileCacheFolder(process.env));
  } catch {
    // 'drift' reports what is wrong with the folder. The other commands lose only a moment.
  }
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
