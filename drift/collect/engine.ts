import { type ChildProcess, spawn } from "node:child_process";
import { PulumiCommand } from "@pulumi/pulumi/automation";

/** What a command of the pulumi CLI printed. */
export interface Printed {
  stdout: string;
  stderr: string;
  code: number;
}

/** The pulumi CLI, as the Automation API takes it, in a form that can be ended for certain. */
export interface Engine extends PulumiCommand {
  run(
    args: string[],
    cwd: string,
    environment: Record<string, string>,
    onOutput?: (text: string) => void,
    onError?: (text: string) => void,
    signal?: AbortSignal,
  ): Promise<Printed>;
}

/** How long a command that was told to end may take before it is ended with all that it started, in milliseconds. */
const graceMs = 5_000;

/** How long the output of a command that has ended may still come, in milliseconds. */
const lastOutputMs = 2_000;

/** Why a command of the pulumi CLI did not work: its own last words. */
class EngineProblem extends Error {}

/** @throws Error if there is no pulumi on PATH, or one too old for the Automation API */
export async function findEngine(): Promise<Engine> {
  const { command, version } = await PulumiCommand.get();
  return {
    command,
    version,
    run: (args, cwd, environment, onOutput, onError, signal) => {
      // A project may ask for a refresh in its options; then state would be compared with itself.
      const refresh = args[0] === "preview" ? ["--refresh=false"] : [];
      const child = spawn(command, [...args, ...refresh, "--non-interactive"], {
        cwd,
        env: { ...process.env, ...environment, PULUMI_AUTOMATION_API: "true" },
        stdio: ["ignore", "pipe", "pipe"],
        // A group of its own, so that nothing of it outlives a look that was ended.
        detached: true,
      });
      return finished(child, { onOutput, onError, signal });
    },
  };
}

interface Watch {
  onOutput?: ((text: string) => void) | undefined;
  onError?: ((text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

async function finished(child: ChildProcess, { onOutput, onError, signal }: Watch): Promise<Printed> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    onOutput?.(text);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    onError?.(text);
  });
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    tell(child, "SIGINT");
    killing = setTimeout(() => tell(child, "SIGKILL"), graceMs);
  };
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  try {
    const [code, ended] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once("error", (error) => reject(new EngineProblem(`pulumi could not be started: ${error.message}`)));
      child.once("close", (...how) => resolve(how));
      // What a killed engine leaves running may hold its output open for ever.
      child.once("exit", (...how) => setTimeout(resolve, lastOutputMs, how).unref());
    });
    if (code === 0) return { stdout, stderr, code };
    throw new EngineProblem(code === null ? `the engine was ended by ${ended}` : lastWords(`${stdout}\n${stderr}`));
  } finally {
    clearTimeout(killing);
    signal?.removeEventListener("abort", end);
  }
}

function tell({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}

/** The lines that say why, without what was printed besides. Pure. */
export function lastWords(output: string): string {
  const lines = output.split("\n").flatMap((line) => line.trim() || []);
  const errors = lines.flatMap((line, place) => (line.startsWith("error: ") ? [wholeError(lines, place)] : []));
  const words = errors.length > 0 ? errors : lines.slice(-3);
  return [...new Set(words)].slice(0, 3).join(" ").slice(0, longestWords) || "the engine gave no reason";
}
const longestWords = 1_000;

/** An error that ends in a colon goes on below. */
function wholeError(lines: readonly string[], place: number): string {
  const [first = "", ...below] = lines.slice(place, place + 3);
  const text = first.slice("error: ".length);
  return text.endsWith(":") ? [text, ...below].join(" ") : text;
}
