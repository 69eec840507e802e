import { type ChildProcess, spawn } from "node:child_process";

export interface PulumiProcess {
  cwd?: string | undefined;
  env: NodeJS.ProcessEnv;
  /** What the command reads on its standard input; default: nothing. */
  input?: string | undefined;
  onOutput?: ((text: string) => void) | undefined;
  onError?: ((text: string) => void) | undefined;
  /** Ends the process and all that it started. */
  signal?: AbortSignal | undefined;
}

/** How a command of the pulumi CLI ended, and what it printed. */
export interface Ended {
  stdout: string;
  stderr: string;
  /** The exit code, or null where a signal ended it. */
  code: number | null;
  endedBy: NodeJS.Signals | null;
}

/** Time for a command to end after SIGINT, in milliseconds. Then it is killed, with all that it started. */
const graceMs = 5_000;

/** How long the output of a command that has ended may still come, in milliseconds. */
const lastOutputMs = 2_000;

/**
 * Runs a command of the pulumi CLI without a terminal. Every process of it is started here.
 * docs/decisions/dependencies.md says what the Automation API's own command lacks.
 *
 * @throws the error of Node where it can't be started
 */
export async function runPulumi(command: string, args: readonly string[], how: PulumiProcess): Promise<Ended> {
  const { cwd, env, input, onOutput, onError, signal } = how;
  const child = spawn(command, [...args, "--non-interactive"], {
    ...(cwd === undefined ? {} : { cwd }),
    env,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // A group of its own, so that nothing of it outlives a run that was ended. Without a signal, Ctrl-C reaches it as usual.
    detached: signal !== undefined,
  });
  // A command that fails before it reads leaves a broken pipe; its exit code tells what happened.
  child.stdin?.on("error", () => undefined).end(input);
  let stdout = "";
  let stderr = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    onOutput?.(text);
  });
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    onError?.(text);
  });
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    signalGroup(child, "SIGINT");
    killing = setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
  };
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  try {
    const [code, endedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (...how) => resolve(how));
      // What a killed engine leaves running may hold its output open for ever.
      child.once("exit", (...how) => setTimeout(resolve, lastOutputMs, how).unref());
    });
    return { stdout, stderr, code, endedBy };
  } finally {
    clearTimeout(killing);
    signal?.removeEventListener("abort", end);
    // The engine may have obeyed, and a program that it started not.
    if (signal?.aborted) signalGroup(child, "SIGKILL");
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}
