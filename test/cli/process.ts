import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const root = join(__dirname, "../..");

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A process of one of the commands. */
export interface Command {
  child: ChildProcess;
  /** Resolves with what was printed on standard output once it matches; rejects if the process ends first. */
  printed(pattern: RegExp): Promise<string>;
  ended: Promise<Ended>;
}

const started: ChildProcess[] = [];

export function run(...args: string[]): Command {
  return runIn(process.env, ...args);
}

/** The sandbox's own command. */
export function runSandbox(...args: string[]): Command {
  return runSandboxIn(process.env, ...args);
}

export function runSandboxIn(env: NodeJS.ProcessEnv, ...args: string[]): Command {
  return start(env, [join(root, "sandbox/command/main.ts"), ...args]);
}

/** With nothing in its environment but this. */
export function runIn(env: NodeJS.ProcessEnv, ...args: string[]): Command {
  return start(env, [join(root, "cli/main.ts"), ...args]);
}

/** In a folder, as somebody does who has changed to it. */
export function runAt(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Command {
  return start(env, [join(root, "cli/main.ts"), ...args], cwd);
}

/** A command, or whatever else node is to run, where neither `@pulumi/pulumi` nor the sandbox is installed. */
export function runWithoutSdk(...args: string[]): Command {
  return start(process.env, ["--require", join(__dirname, "without-sdk.cjs"), ...args]);
}

function start(env: NodeJS.ProcessEnv, args: readonly string[], cwd = process.cwd()): Command {
  const child = spawn(process.execPath, ["--require", join(__dirname, "typescript.cjs"), ...args], { cwd, env });
  started.push(child);
  let stdout = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(stdout)) resolve(stdout);
      };
      child.stdout.on("data", look);
      look();
      void ended.then(() => reject(new Error(`It ended before it printed ${pattern}: ${stdout}${stderr}`)));
    });
  return { child, printed, ended };
}

/** Ends whatever a test left running. */
export async function endAll(): Promise<void> {
  for (const child of started.splice(0)) child.kill("SIGKILL");
}
