import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

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
  /** Once it is settled, the command and all that it started are killed (SIGKILL). */
  cutOffBy?: Promise<unknown> | undefined;
  /** Done while it runs, with the id of its process; then it may end by a signal too. `printed` waits until it has written this. */
  meanwhile?: ((pid: number, printed: (text: RegExp) => Promise<void>) => Promise<void>) | undefined;
}

/** Exit code of a command that `cutOffBy` ended, as a shell tells it. */
const killedExitCode = 137;

/** Far beyond what any command here takes: what runs longer hangs. */
const limitMs = 240_000;

/** Runs a command to its end, with no standard input; one that hangs is ended with all that it started, and reported. */
export async function run({ program, args, cwd, env, cutOffBy, meanwhile }: Command): Promise<Run> {
  // A group of its own, so that nothing of it is left behind.
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const endAll = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const limit = setTimeout(endAll, limitMs);
  let isCutOff = false;
  void cutOffBy?.then(() => {
    isCutOff = true;
    endAll();
  });
  process.once("exit", endAll);
  let output = "";
  let stdout = "";
  const printed = async (text: RegExp): Promise<void> => {
    while (!text.test(output) && child.exitCode === null && child.signalCode === null) await wait(20);
  };
  const doing = child.pid === undefined ? undefined : meanwhile?.(child.pid, printed);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code, signal] = (await once(child, "close").finally(() => {
    clearTimeout(limit);
    process.removeListener("exit", endAll);
  })) as [number | null, string | null];
  await doing;
  if (code === null && (isCutOff || meanwhile !== undefined)) return { exitCode: killedExitCode, output, stdout };
  if (code === null) throw new Error(`${program} ${args.join(" ")} was ended by ${signal}:\n${output}`);
  return { exitCode: code, output, stdout };
}

/** Ends a process that a test started and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
