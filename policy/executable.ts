#!/usr/bin/env node
import { definePack } from "./pack.js";
import { rules } from "./rules/registry.js";
import { PulumiSdkMissing } from "./wire/modules.js";

try {
  definePack({ name: "pulumi-payments", description: "Rules for the API keys of a payment service.", rules });
} catch (error) {
  if (!(error instanceof PulumiSdkMissing)) throw error;
  // The engine reads a port from standard output.
  console.error(`pulumi-payments-policy: ${error.message}`);
  process.exitCode = 1;
}
