import { type Command, CommanderError } from "commander";

/** Values by the option's name in camelCase, in order; an option without a value has the value "". */
export type Values = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Reads what follows the command's name. Commander stops at the first problem; this reports all of them.
 *
 * @param repeatable names in camelCase of the options that may be given several times
 * @returns the values and a sentence for each problem, or the exit code where the help or the version was printed
 */
export function readArguments(
  command: Command,
  argv: readonly string[],
  repeatable: ReadonlySet<string> = new Set(),
): { values: Values; problems: string[] } | { exitCode: number } {
  const values: Record<string, string[]> = {};
  const problems: string[] = [];
  for (const option of command.exitOverride().options) {
    const { long, flags } = option;
    const name = option.attributeName();
    const takesValue = option.required;
    // Read as optional, so that a forgotten value does not swallow the option behind it.
    if (takesValue) Object.assign(option, { required: false, optional: true });
    command.on(`option:${option.name()}`, (value: string | null | undefined) => {
      if (takesValue && value === null) problems.push(`${long} needs a value: ${flags.replace(/[<>]/g, "")}.`);
      else if (values[name] !== undefined && !repeatable.has(name)) problems.push(`${long} is given twice.`);
      else values[name] = [...(values[name] ?? []), value ?? ""];
    });
  }
  try {
    const { operands, unknown } = command.parseOptions([...argv]);
    // Only help is left to commander, which prints it.
    if (unknown.some((word) => word === "-h" || word === "--help")) command.parse(["--help"], { from: "user" });
    problems.push(...operands.map((word) => `"${word}" is not expected here.`), ...problemsOf(command, unknown));
    return { values, problems };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode };
  }
}

/** What is wrong with an unknown option and the words behind it. */
function problemsOf(command: Command, [word, ...rest]: readonly string[]): string[] {
  if (word === undefined) return [];
  if (!word.startsWith("-")) return [`"${word}" is not expected here.`, ...problemsOf(command, rest)];
  const [name = ""] = word.split("=");
  if (command.options.some(({ long }) => long === name))
    return [`${name} takes no value.`, ...problemsOf(command, rest)];
  // What follows was meant as its value: one mistake, one problem.
  const isMeant = name === word && rest[0] !== undefined && !rest[0].startsWith("-");
  return [unknownOption(command, name), ...problemsOf(command, isMeant ? rest.slice(1) : rest)];
}

/** Commander knows the closest option, and says it with its first problem. */
function unknownOption(command: Command, name: string): string {
  try {
    command.configureOutput({ outputError: () => undefined }).parse([name], { from: "user" });
  } catch (error) {
    const [, meant] = /\(Did you mean (?:one of )?(.*)\?\)/.exec((error as Error).message) ?? [];
    if (meant !== undefined) return `${name} is not an option. Did you mean ${meant}?`;
  }
  return `${name} is not an option.`;
}
