import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Sandbox } from "../../sandbox/index";
import { type Spoken, speakTo } from "./harness";

type Ready = Omit<Sandbox, "advance" | "reset" | "close">;

/** A sandbox in a process of its own. */
export interface SandboxProcess extends Ready, Spoken {
  child: ChildProcess;
  /** What it wrote on standard error so far. */
  logged(): string;
  /** Sends a signal and waits until the process is gone; resolves with its exit code, null if the signal ended it. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

/** A sandbox that was not started. */
export class NotStarted extends Error {
  constructor(
    readonly code: number | null,
    readonly logged: string,
  ) {
    super(`the sandbox ended with code ${code} before it was ready:\n${logged}`);
  }
}

const started = new Set<ChildProcess>();

/**
 * Starts the compiled command `main` with a manual clock on any port. `wrapped` is what runs it, such as a shell that sets limits.
 * @throws NotStarted
 */
export async function startProcess(
  main: string,
  options: readonly string[] = [],
  wrapped: readonly string[] = [],
): Promise<SandboxProcess> {
  const command = [process.execPath, main, "--json", "--port", "0", "--clock", "manual", ...options];
  const [program, ...args] = [...wrapped, ...command];
  const child = spawn(program!, args, { stdio: ["ignore", "pipe", "pipe"] });
  started.add(child);
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const closed = once(child, "close") as Promise<[number | null]>;
  void closed.finally(() => started.delete(child));
  const ready = await new Promise<Ready>((resolve, reject) => {
    let line = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      line += part;
      if (line.endsWith("\n")) resolve(JSON.parse(line) as Ready);
    });
    void closed.then(([code]) => reject(new NotStarted(code, text)));
  });
  return {
    ...ready,
    ...speakTo(ready),
    child,
    logged: () => text,
    async end(signal) {
      child.kill(signal);
      return (await closed)[0];
    },
  };
}

/** Ends what a failed test left running. */
export function endProcesses(): void {
  for (const child of started) child.kill("SIGKILL");
}
