import { CommandLine } from "./command-line";
import { loadSandboxPackage } from "./sandbox-package";
import { sandboxStack } from "./sandbox-stack";

/** `sandbox`: starts the sandbox where its package is installed, which reads the arguments itself; with `--stack`, for a stack. */
export function sandbox(): CommandLine {
  const command: CommandLine = new CommandLine("sandbox")
    .helpOption(false)
    .passThroughOptions()
    .action(async () => {
      command.exitCode = await loadSandboxPackage("/command").runSandbox(command.args, sandboxStack);
    });
  return command;
}
