#!/usr/bin/env node
import { endWithEngine } from "../dynamic/engine-gone";
import { oldNode } from "../text/old-node";
import { outgoing } from "../text/outgoing";

// The report that Node writes after a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;

/** The engine starts a plugin with its own address; without one, nothing would ever call the plugin. */
const help = `pulumi-resource-payments is a provider plugin. Pulumi starts it where a program uses pulumi-payments/native.
Tell Pulumi where npm installed it, in Pulumi.yaml:

plugins:
  providers:
    - name: payments
      path: node_modules/.bin
`;

const [address] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const isHelp = process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h");
const tooOld = oldNode(process.versions.node);
if (tooOld !== undefined) fail(tooOld);
else if (address === undefined) {
  (isHelp ? process.stdout : process.stderr).write(help);
  process.exitCode = isHelp ? 0 : 1;
} else serve(address);

function fail(why: string): void {
  process.stderr.write(outgoing(`pulumi-resource-payments: ${why}\n`));
  process.exitCode = 1;
}

function serve(engineAddress: string): void {
  const { servePlugin } = require("./serve") as typeof import("./serve");
  void servePlugin(engineAddress).then(({ port }) => process.stdout.write(`${port}\n`));
  endWithEngine(() => process.exit(1));
}
