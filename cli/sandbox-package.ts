import { version } from "./version";

const name = "pulumi-payments-sandbox";

/** The local payment service is a package of its own, which is not installed here. */
class SandboxMissing extends Error {
  constructor() {
    super(
      `The local payment service is in the package ${name}, which is not installed here. Run: npm install --save-dev ${name}@${version()}`,
    );
  }
}

/**
 * Loads a part of the sandbox's package.
 * @throws SandboxMissing; whatever the package itself throws
 */
export function loadSandboxPackage(part: ""): typeof import("pulumi-payments-sandbox");
export function loadSandboxPackage(part: "/command"): typeof import("pulumi-payments-sandbox/command");
export function loadSandboxPackage(part: "" | "/command"): unknown {
  let file: string;
  try {
    file = require.resolve(name + part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") throw new SandboxMissing();
    throw error;
  }
  return require(file);
}
