import type { StackName } from "./pulumi";

/** Each of the stacks in each of the folders; without a name the one that is selected there. Pure. */
export function stacksIn(stacks: readonly string[], cwds: readonly string[]): StackName[] {
  const folders: StackName[] = cwds.length === 0 ? [{}] : [...new Set(cwds)].map((cwd) => ({ cwd }));
  if (stacks.length === 0) return folders;
  return folders.flatMap((folder) => [...new Set(stacks)].map((stack) => ({ ...folder, stack })));
}
