import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { UsageProblem } from "../pulumi";
import type { Engine } from "./engine";
import type { Target } from "./look";
import { compareStacks } from "./stack-order";

/** What a user asked to look at. */
export interface Asked {
  cwds: readonly string[];
  /** Empty with `all`. */
  stacks: readonly string[];
  all: boolean;
}

/**
 * The stacks that are meant: each of the names in each folder, or every stack of every project.
 *
 * @throws UsageProblem for a folder without a project
 */
export async function findTargets({ cwds, stacks, all }: Asked, engine: Engine): Promise<Target[]> {
  const targets: Target[] = [];
  for (const cwd of new Set(cwds.map((each) => resolve(each)))) {
    const isProject = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].some((file) => existsSync(join(cwd, file)));
    if (!isProject) throw new UsageProblem(`${cwd} holds no Pulumi.yaml. Name the folder of a project with --cwd.`);
    const workspace = await LocalWorkspace.create({ workDir: cwd, pulumiCommand: engine });
    const { name: project } = await workspace.projectSettings();
    const names = all ? (await workspace.listStacks()).map(({ name }) => name) : [...new Set(stacks)];
    const folder = relative(process.cwd(), cwd).split(sep).join("/") || ".";
    targets.push(...names.map((name) => ({ cwd, stack: { project, name, folder } })));
  }
  return targets.sort((a, b) => compareStacks(a.stack, b.stack));
}
