import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How a command ended, and all that it wrote. */
export interface Run {
  exitCode: number;
  /** Standard output and standard error, in the order in which they came. */
  output: string;
  stdout: string;
}

export interface Command {
  program: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** Runs a command to its end; its standard input is empty. */
export async function run({ program, args, cwd, env }: Command): Promise<Run> {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  if (code === null) throw new Error(`${program} ${args.join(" ")} was ended by ${signal}:\n${output}`);
  return { exitCode: code, output, stdout };
}

/** Ends a process that a test started and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
