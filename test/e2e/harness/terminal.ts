import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

/** One terminal, as somebody has it open: folder, variables and background jobs stay from command to command. */
export interface Terminal {
  /**
   * Runs a command line and answers what it printed; of one that stays in the background, once it has printed so many lines.
   * @throws Error if it fails, with everything that it printed
   */
  run(command: string, lineCount?: number): Promise<string>;
  /** Ends the terminal and every job that still runs in it. */
  close(): Promise<void>;
}

const marker = "@@ended";

// Reads whole command lines from a descriptor of its own, so that no command takes them for its input; every job is a group of its own.
const loop = `set -m; while IFS= read -r command <&3; do eval "$command"; echo "${marker} $? $!"; done 3<&3`;

/** Opens a terminal with bash. */
export function terminal(folder: string, env: NodeJS.ProcessEnv): Terminal {
  const shell = spawn("bash", ["--norc", "-c", loop], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const [, output, errors, commands] = shell.stdio as unknown as [null, Readable, Readable, Writable];
  const groups = new Set<number>();
  let printed = "";
  let errorText = "";
  let check = (): void => undefined;
  output.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    check();
  });
  errors.setEncoding("utf8").on("data", (text: string) => {
    errorText += text;
  });
  const gone = once(shell, "exit").then(() => check());
  return {
    async run(command, lineCount = 0) {
      printed = "";
      errorText = "";
      commands.write(`${command}\n`);
      const ended = new RegExp(`^${marker} ([0-9]+) ([0-9]*)\n`, "m");
      const isWhole = (): boolean =>
        ended.test(printed) && (!command.endsWith("&") || printed.split("\n").length - 2 >= lineCount);
      await new Promise<void>((resolve, reject) => {
        check = () => {
          if (isWhole()) resolve();
          else if (shell.exitCode !== null)
            reject(new Error(`The terminal ended at: ${command}\n${printed}${errorText}`));
        };
        check();
      });
      const [, status, job] = ended.exec(printed) ?? [];
      if (job) groups.add(Number(job));
      if (status !== "0") throw new Error(`${command} ended with ${status}:\n${printed}${errorText}`);
      return printed.replace(ended, "");
    },
    async close() {
      for (const group of [...groups, shell.pid ?? 0]) endGroup(group);
      await gone;
    },
  };
}

function endGroup(group: number): void {
  try {
    if (group > 0) process.kill(-group, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
