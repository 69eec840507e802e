import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { UsageProblem } from "../pulumi";
import type { Engine } from "./engine";
import type { Target } from "./look";
import type { StackRef } from "./report";

/** What a user asked to look at. */
export interface Asked {
  cwds: readonly string[];
  /** Empty with `all`. */
  stacks: readonly string[];
  all: boolean;
}

/** One part of a matrix: `2/3` is the second of three. */
export interface Shard {
  index: number;
  of: number;
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
    const names = all ? (await workspace.listStacks()).map(({ name }) => name) : stacks;
    const folder = relative(process.cwd(), cwd).split(sep).join("/") || ".";
    targets.push(...names.map((name) => ({ cwd, stack: { project, name, folder } })));
  }
  return targets.sort((a, b) => compareStacks(a.stack, b.stack));
}

/** By project, name and folder. */
export function compareStacks(a: StackRef, b: StackRef): number {
  const [one, other] = [a, b].map(({ project, name, folder }) => `${project}\n${name}\n${folder}`) as [string, string];
  return one < other ? -1 : Number(one > other);
}

/**
 * The part of the targets that one job of a matrix takes: parts differ by one at the most, every target is in just one, and
 * each job comes to the same parts, in whatever order it was told the stacks. Pure.
 */
export function shardOf<Each extends Pick<Target, "stack">>(targets: readonly Each[], { index, of }: Shard): Each[] {
  // By hash, so that the many stacks of one large project are spread over the jobs.
  const ordered = [...targets].sort((a, b) => (hashOf(a.stack) < hashOf(b.stack) ? -1 : 1));
  return ordered.filter((_, place) => place % of === index - 1).sort((a, b) => compareStacks(a.stack, b.stack));
}

function hashOf({ project, name, folder }: StackRef): string {
  return createHash("sha256").update(`${project}\n${name}\n${folder}`).digest("hex");
}
