#!/usr/bin/env node
// A pack made with @pulumi/policy whose rules do nothing: what such a pack costs before it has a rule worth having.

// The SDK reads the pack's version from the package.json of the working directory.
process.chdir(__dirname);
const { PolicyPack } = require("@pulumi/policy");

new PolicyPack("nothing", {
  policies: [
    { name: "resource", description: "Nothing.", enforcementLevel: "advisory", validateResource: () => {} },
    { name: "stack", description: "Nothing.", enforcementLevel: "advisory", validateStack: () => {} },
  ],
});
