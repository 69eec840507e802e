import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { engineEnvironment, enginePath } from "../tools/engine-path.js";
import { type Command, timeCommand } from "./command";
import type { Bench } from "./figure";
import { type SandboxProcess, startSandbox } from "./sandbox-process";

/** Keys of each stack. */
export const KEYS_EACH = 50;

/** One project with many stacks of 50 keys each, applied, in one account of one service. */
export interface DriftProject {
  readonly stacks: readonly string[];
  /** Milliseconds of `pulumi-payments drift --all`. Fails unless every stack is clean. */
  driftAll(): Promise<number>;
  /** Milliseconds of `pulumi-payments drift --from-state --all`. Fails unless every stack is clean. */
  driftFromState(): Promise<number>;
  /** Milliseconds of `pulumi preview --expect-no-changes` on one stack after the other. */
  previewEach(): Promise<number>;
  /** How often the list of keys is asked for meanwhile, by the service's own log. */
  listRequestsOf(work: () => Promise<number>): Promise<number>;
}

export async function makeDriftProject(bench: Bench, stacks: number): Promise<DriftProject> {
  const folder = join(bench.folder, "drift");
  const [home, backend, cache] = ["home", "backend", "cache"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [home, backend]) mkdirSync(made, { recursive: true });
  const sandbox = await startSandbox({ project: bench.project, folder });
  bench.atEnd(() => sandbox.stop());
  const cwd = projectIn(bench.project);
  const env = engineEnvironment({
    path: await enginePath({ background: true }),
    home,
    backend,
    env: { BENCH_KEYS: String(KEYS_EACH), XDG_CACHE_HOME: cache },
  });
  const command = (program: string, ...args: string[]): Command => ({ program, args, cwd, env });
  const pulumi = (...args: string[]): Promise<number> => timeCommand(command("pulumi", ...args, "--non-interactive"));
  const names = Array.from({ length: stacks }, (_, index) => `stack-${String(index + 1).padStart(2, "0")}`);
  for (const [index, name] of names.entries()) {
    bench.say(`stack ${index + 1} of ${stacks}: up of ${KEYS_EACH} keys`, (index / stacks) * 0.5);
    await pulumi("stack", "init", name, "--no-select");
    await pulumi("config", "set-all", "--stack", name, ...settingsFor(sandbox));
    await pulumi("up", "--stack", name, "--yes", "--skip-preview", "--suppress-outputs");
  }
  const ours = join(bench.project, "node_modules", ".bin", "pulumi-payments");
  const drift = command(ours, "drift", "--all");
  const fromState = command(ours, "drift", "--from-state", "--all");
  return {
    stacks: names,
    driftAll: () => timeCommand(drift),
    driftFromState: () => timeCommand(fromState),
    async previewEach() {
      let tookMs = 0;
      for (const name of names) tookMs += await pulumi("preview", "--stack", name, "--expect-no-changes");
      return tookMs;
    },
    async listRequestsOf(work) {
      const requests = async (): Promise<number> =>
        (await sandbox.admin<{ operation: string }[]>("GET", "/requests")).filter(
          ({ operation }) => operation === "GET /v1/api-keys",
        ).length;
      const before = await requests();
      await work();
      return (await requests()) - before;
    },
  };
}

/** A folder of its own below the installed project: its stacks' configuration is nobody else's. */
function projectIn(installed: string): string {
  const cwd = join(installed, "drift");
  mkdirSync(cwd, { recursive: true });
  for (const file of ["Pulumi.yaml", "index.js", "package.json"])
    if (existsSync(join(installed, file))) cpSync(join(installed, file), join(cwd, file));
  return cwd;
}

function settingsFor({ ready }: SandboxProcess): string[] {
  const plain = { "payments:baseUrl": ready.url, "payments:accountId": ready.accountId };
  return [
    ...Object.entries(plain).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]),
    "--secret",
    `payments:apiKey=${ready.apiKey}`,
  ];
}
