#!/usr/bin/env node
import { resolve } from "node:path";
import { definePack, PolicySdkMissing } from "./pack.js";
import { policies } from "./policies.js";

try {
  definePack({
    name: "pulumi-payments",
    description: "Rules for the API keys of a payment service.",
    policies,
    folder: resolve(__dirname, "../.."),
  });
} catch (error) {
  if (!(error instanceof PolicySdkMissing)) throw error;
  // The engine reads a port from standard output.
  console.error(`pulumi-payments-policy: ${error.message}`);
  process.exitCode = 1;
}
