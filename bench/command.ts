import { execFile } from "node:child_process";
import { performance } from "node:perf_hooks";

const OUTPUT_LIMIT_BYTES = 256_000_000;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command to its end; milliseconds of the whole of it. @throws Error with its last words unless it exits with 0 */
export function timeCommand({ program, args, cwd, env }: Command): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, env, maxBuffer: OUTPUT_LIMIT_BYTES }, (error, stdout, stderr) => {
      running.delete(child);
      if (error === null) resolve(performance.now() - startedAt);
      else reject(new Error(`${program} ${args.join(" ")} failed:\n${`${stdout}\n${stderr}`.trim().slice(-4_000)}`));
    });
    running.add(child);
  });
}

const running = new Set<ReturnType<typeof execFile>>();
// However the run ends, no command of it goes on.
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});
