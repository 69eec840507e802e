/** How our commands end: the same four for all of them, so that a script can tell a finding from a failure to look. */
export const exitCodes = {
  clean: { code: 0, meaning: "nothing was found, and everything was read" },
  usage: { code: 1, meaning: "the arguments or the configuration are wrong, and nothing was read" },
  found: { code: 2, meaning: "something was found" },
  undetermined: { code: 3, meaning: "nothing was found, but not everything could be read" },
} as const;

export type ExitName = keyof typeof exitCodes;

/** What was found counts even where something else could not be read. Pure. */
export function exitCodeOf({ found, undetermined }: { found: boolean; undetermined: boolean }): number {
  if (found) return exitCodes.found.code;
  return undetermined ? exitCodes.undetermined.code : exitCodes.clean.code;
}

/** The lines of a command's help, in its own words where it has some. */
export function describeExitCodes(words: Partial<Record<ExitName, string>> = {}): string {
  const lines = Object.entries(exitCodes).map(
    ([name, { code, meaning }]) => `  ${code}  ${words[name as ExitName] ?? meaning}`,
  );
  return `Exit codes:\n${lines.join("\n")}`;
}
