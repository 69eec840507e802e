import { PulumiCommand } from "@pulumi/pulumi/automation";
import { runPulumi } from "./pulumi-process";

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

/** Why a command of the pulumi CLI did not work: its own last words. */
class EngineProblem extends Error {}

/** @throws Error if there is no pulumi on PATH, or one too old for the Automation API */
export async function findEngine(): Promise<Engine> {
  const { command, version } = await PulumiCommand.get();
  return {
    command,
    version,
    run: async (args, cwd, environment, onOutput, onError, signal) => {
      // A project may ask for a refresh in its options; then state would be compared with itself.
      const refresh = args[0] === "preview" ? ["--refresh=false"] : [];
      const env = { ...process.env, ...environment, PULUMI_AUTOMATION_API: "true" };
      const { stdout, stderr, code, endedBy } = await runPulumi(command, [...args, ...refresh], {
        cwd,
        env,
        onOutput,
        onError,
        signal,
      }).catch((error: Error) => {
        throw new EngineProblem(`pulumi could not be started: ${error.message}. Install it, or put it on PATH`);
      });
      if (code === 0) return { stdout, stderr, code };
      throw new EngineProblem(code === null ? `the engine was ended by ${endedBy}` : lastWords(`${stdout}\n${stderr}`));
    },
  };
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
