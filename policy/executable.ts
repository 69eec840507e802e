#!/usr/bin/env node
import { ownCommand } from "../provider/text/own-command";

// The report that Node writes after a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;

/** The engine starts a pack with the engine's address; without one, nothing would ever call the pack. */
const help = `pulumi-payments-policy is a policy pack. Pulumi starts it:
  pulumi preview --policy-pack "$PWD/node_modules/.bin/pulumi-payments-policy"
Run '${ownCommand} policy --help' for more.
`;

const [first] = process.argv.slice(2);
if (first === undefined || first.startsWith("-")) {
  const isHelp = first === "--help" || first === "-h";
  (isHelp ? process.stdout : process.stderr).write(help);
  process.exitCode = isHelp ? 0 : 1;
} else serve();

function serve(): void {
  const { servePack } = require("./serve") as typeof import("./serve");
  const { PulumiSdkMissing } = require("./wire/modules") as typeof import("./wire/modules");
  const { outgoing } = require("../provider/text/outgoing") as typeof import("../provider/text/outgoing");
  try {
    servePack();
  } catch (error) {
    if (!(error instanceof PulumiSdkMissing)) throw error;
    // The engine reads a port from standard output.
    console.error(outgoing(`pulumi-payments-policy: ${error.message}`));
    process.exitCode = 1;
  }
}
