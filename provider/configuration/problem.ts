/** One thing that is wrong with what somebody wrote, where it stands, and the line that fixes it. */
export interface Problem {
  /** `payments:baseUrl`, `scopes[1]`, `PAYMENTS_API_KEY`. */
  path: string;
  message: string;
  /** A command to copy, where there is one. */
  fix?: string;
}

/** All problems in one message, each on a line of its own with its path and the line that fixes it. */
export function describeProblems(title: string, problems: readonly Problem[]): string {
  const lines = problems.map(({ path, message, fix }) => `  - ${path}: ${message}${fix ? `\n      ${fix}` : ""}`);
  return [title, ...lines].join("\n");
}
