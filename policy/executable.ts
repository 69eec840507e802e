#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// A report that Node writes of a crash would hold the environment, and the credential with it.
process.report.excludeEnv = true;
// Before anything is loaded: compiling what the pack loads takes longer than the rest of its start.
enableCompileCache?.();
const { definePack } = require("./pack.js") as typeof import("./pack.js");
const { rules } = require("./rules/registry.js") as typeof import("./rules/registry.js");
const { PulumiSdkMissing } = require("./wire/modules.js") as typeof import("./wire/modules.js");

try {
  definePack({ name: "pulumi-payments", description: "Rules for the API keys of a payment service.", rules });
} catch (error) {
  if (!(error instanceof PulumiSdkMissing)) throw error;
  // The engine reads a port from standard output.
  console.error(`pulumi-payments-policy: ${error.message}`);
  process.exitCode = 1;
}
