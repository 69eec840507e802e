import { existsSync } from "node:fs";
import { sideBySide } from "../drift/collect/side-by-side";
import { nearest } from "../provider/text/near";
import { printable } from "./printable";
import { labelOf, pulumi, type StackName, UnknownStack, UsageProblem } from "./pulumi";

/** Each of the stacks in each of the folders; without a name the one that is selected there. Pure. */
export function stacksIn(stacks: readonly string[], cwds: readonly string[]): StackName[] {
  const folders: StackName[] = cwds.length === 0 ? [{}] : [...new Set(cwds)].map((cwd) => ({ cwd }));
  if (stacks.length === 0) return folders;
  return folders.flatMap((folder) => [...new Set(stacks)].map((stack) => ({ ...folder, stack })));
}

/** How many stacks are asked for at once. */
const jobs = 4;

/**
 * Every command that takes stack names calls this before it looks at anything. A stack that can't be asked for, since its
 * backend does not respond for instance, is left to the command, which reports it.
 *
 * @throws UsageProblem that names each folder that does not exist, else each stack, with the closest one that does
 */
export async function refuseUnknownStacks(
  names: readonly StackName[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const absent = [...new Set(names.map(({ cwd }) => cwd))].filter((cwd) => cwd !== undefined && !existsSync(cwd));
  if (absent.length > 0)
    throw new UsageProblem(
      absent
        .map((cwd) => `There is no folder ${printable(cwd ?? "")}. Name the folder of a project with --cwd.`)
        .join("\n"),
    );
  const named = names.filter(({ stack }) => stack !== undefined);
  const problems = await sideBySide(named, jobs, async (name) => {
    try {
      await pulumi(["stack", "--show-name"], name, environment);
      return [];
    } catch (error) {
      return error instanceof UnknownStack ? [`There is no ${labelOf(name)}.${await meant(name, environment)}`] : [];
    }
  });
  if (problems.flat().length > 0) throw new UsageProblem(problems.flat().join("\n"));
}

async function meant({ stack = "", cwd }: StackName, environment: NodeJS.ProcessEnv): Promise<string> {
  const listed = await pulumi(["stack", "ls", "--json"], cwd === undefined ? {} : { cwd }, environment)
    .then((text) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name))
    .catch(() => undefined);
  if (listed?.length === 0) return " The project has no stack. Run 'pulumi stack init' to create one.";
  const last = (name: string): string => name.split("/").at(-1) ?? name;
  const near = nearest(last(stack), (listed ?? []).map(last));
  const stackMeant = listed?.find((name) => near !== undefined && last(name) === near);
  return stackMeant === undefined
    ? " Run 'pulumi stack ls' to list the stacks."
    : ` Did you mean ${JSON.stringify(stackMeant)}?`;
}
