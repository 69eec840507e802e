import { createHash } from "node:crypto";
import type { StackRef } from "./report";

/** One part of a matrix: `2/3` is the second of three. */
export interface Shard {
  index: number;
  of: number;
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
export function shardOf<Each extends { stack: StackRef }>(targets: readonly Each[], { index, of }: Shard): Each[] {
  // By hash, so that the many stacks of one large project are spread over the jobs.
  const ordered = [...targets].sort((a, b) => (hashOf(a.stack) < hashOf(b.stack) ? -1 : 1));
  return ordered.filter((_, place) => place % of === index - 1).sort((a, b) => compareStacks(a.stack, b.stack));
}

function hashOf({ project, name, folder }: StackRef): string {
  return createHash("sha256").update(`${project}\n${name}\n${folder}`).digest("hex");
}
