import { ownCommand } from "../../provider/text/own-command";
import { shellWord } from "../../provider/text/shell-word";
import type { StackName } from "../pulumi";

/** The line that looks at these stacks, with more arguments after them. Pure. */
export function orphansCommand(names: readonly StackName[], ...more: string[]): string {
  const flag = (name: string, values: readonly (string | undefined)[]): string[] =>
    [...new Set(values)].flatMap((value) => (value === undefined ? [] : [`--${name}`, shellWord(value)]));
  const stacks = flag(
    "stack",
    names.map(({ stack }) => stack),
  );
  const folders = flag(
    "cwd",
    names.map(({ cwd }) => cwd),
  );
  return [`${ownCommand} orphans`, ...stacks, ...folders, ...more].join(" ");
}
