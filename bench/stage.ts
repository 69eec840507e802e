import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enginePath } from "../tools/engine-path.js";
import { projectIn } from "../tools/packed.js";
import type { Bench } from "./figure";
import { NOTHING_PACKAGE, writeTemplate } from "./nothing-template";
import { stopServices } from "./service-process";
import { type ProgramName, Stack, stopEngines } from "./stack";

export interface StageOptions {
  readonly keys: number;
  /** Overrides what each figure needs. */
  readonly rounds: number | undefined;
  readonly say: Bench["say"];
}

const programs: readonly ProgramName[] = ["payments", "nothing", "serialized", "native", "native-unread"];

/** Everything that figures are measured on, in one temporary folder, and how to clear it away. */
export async function setStage({ keys, rounds, say }: StageOptions): Promise<Bench & { close(): Promise<void> }> {
  const path = await enginePath();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "payments-bench-")));
  const remove = () => {
    stopEngines();
    stopServices();
    rmSync(folder, { recursive: true, force: true });
  };
  // However this process ends, nothing of it stays behind.
  process.once("exit", remove);
  const projects = await makeProjects(folder);
  const opened: Stack[] = [];
  const ends: (() => Promise<void>)[] = [];
  const shared = new Map<string, Promise<Stack>>();
  const made = new Map<string, Promise<unknown>>();

  const emptyStack = async (program: ProgramName, size: number): Promise<Stack> => {
    const projectFolder = projects[program];
    const own = join(folder, `stack-${opened.length}`);
    const stack = await Stack.open({ program, keys: size, projectFolder, folder: own, path });
    opened.push(stack);
    return stack;
  };
  const place = (program: ProgramName, size: number): string => `${program} ${size}`;

  const sharedStack = (program: ProgramName, size: number): Promise<Stack> => {
    const key = place(program, size);
    const known = shared.get(key) ?? upStack(program, size);
    shared.set(key, known);
    return known;
  };
  const upStack = async (program: ProgramName, size: number): Promise<Stack> => {
    if (program === "nothing") {
      const [real] = await (await sharedStack("payments", size)).records({ showSecrets: true });
      if (real !== undefined) writeTemplate(projects.nothing, real);
    }
    const stack = await emptyStack(program, size);
    say(`up of ${size} keys (${program})`);
    await stack.up();
    return stack;
  };

  return {
    keys,
    project: projects.payments,
    folder,
    say,
    rounds: (usual) => rounds ?? usual,
    emptyStack,
    stack: sharedStack,
    async pass(stack) {
      const key = place(stack.program, stack.keys);
      if (shared.has(key)) await stack.close();
      else shared.set(key, Promise.resolve(stack));
    },
    once<Made>(name: string, make: () => Promise<Made>) {
      const known = (made.get(name) as Promise<Made> | undefined) ?? make();
      made.set(name, known);
      return known;
    },
    atEnd(work) {
      ends.push(work);
    },
    async close() {
      for (const end of ends) await end();
      for (const stack of opened) await stack.close();
      remove();
      process.removeListener("exit", remove);
    },
  };
}

/** One installed project for each program, all alike but for the program. */
async function makeProjects(folder: string): Promise<Record<ProgramName, string>> {
  const made: Partial<Record<ProgramName, string>> = {};
  for (const program of programs) {
    const project = join(folder, program);
    mkdirSync(project);
    await projectIn(project, { policy: true, packages: ["pulumi-payments", "pulumi-payments-sandbox"] });
    cpSync(join(__dirname, "programs", program), project, { recursive: true });
    if (program === "nothing")
      renameSync(join(project, NOTHING_PACKAGE), join(project, "node_modules", NOTHING_PACKAGE));
    made[program] = project;
  }
  return made as Record<ProgramName, string>;
}
