import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import type { Engine } from "../../drift/collect/engine";
import type { Target } from "../../drift/collect/look";
import { compareStacks } from "../../drift/report/stack-order";
import { UsageProblem } from "../pulumi";

/** What a user asked to look at. */
export interface Asked {
  cwds: readonly string[];
  /** Empty with `all`. */
  stacks: readonly string[];
  all: boolean;
}

/**
 * One stack of the project in a folder.
 *
 * @param name default: the stack that is selected there
 * @throws UsageProblem for a folder without a project, and where no stack is named and none selected
 */
export async function findTarget(cwd: string, name: string | undefined, engine: Engine): Promise<Target> {
  const known = name ?? (await selectedIn(projectFolder(cwd), engine));
  const [target] = await findTargets({ cwds: [cwd], stacks: [known], all: false }, engine);
  return target!;
}

async function selectedIn(workDir: string, engine: Engine): Promise<string> {
  const workspace = await LocalWorkspace.create({ workDir, pulumiCommand: engine });
  const selected = await workspace.stack();
  if (selected === undefined) throw new UsageProblem(`No stack is selected in ${workDir}. Name one with --stack.`);
  return selected.name;
}

/** @throws UsageProblem */
function projectFolder(cwd: string): string {
  const folder = resolve(cwd);
  const isProject = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].some((file) => existsSync(join(folder, file)));
  if (!isProject) throw new UsageProblem(`${folder} holds no Pulumi.yaml. Name the folder of a project with --cwd.`);
  return folder;
}

/**
 * The stacks that are meant: each of the names in each folder, or every stack of every project.
 *
 * @throws UsageProblem for a folder without a project
 */
export async function findTargets({ cwds, stacks, all }: Asked, engine: Engine): Promise<Target[]> {
  const targets: Target[] = [];
  for (const cwd of new Set(cwds.map((each) => resolve(each)))) {
    projectFolder(cwd);
    const workspace = await LocalWorkspace.create({ workDir: cwd, pulumiCommand: engine });
    const { name: project } = await workspace.projectSettings();
    const names = all ? (await workspace.listStacks()).map(({ name }) => name) : [...new Set(stacks)];
    const folder = relative(process.cwd(), cwd).split(sep).join("/") || ".";
    targets.push(...names.map((name) => ({ cwd, stack: { project, name, folder } })));
  }
  return targets.sort((a, b) => compareStacks(a.stack, b.stack));
}
