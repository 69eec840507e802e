import { loadSandboxPackage } from "./sandbox-package";

/** Starts the sandbox where its package is installed. @throws SandboxMissing, which has the command that installs it */
export async function runSandbox(argv: readonly string[]): Promise<number> {
  return loadSandboxPackage("/command").runSandbox(argv);
}
