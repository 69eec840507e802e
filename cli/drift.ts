/** `drift`, `drift merge` and `drift accept`, each loaded only when it is called. Answers the exit code. */
export function runDrift(argv: string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "merge") {
    return (require("./drift/merge-command") as typeof import("./drift/merge-command")).runDriftMerge(rest);
  }
  if (first === "accept") {
    return (require("./drift/accept-command") as typeof import("./drift/accept-command")).runDriftAccept(rest);
  }
  return (require("./drift/command") as typeof import("./drift/command")).runDrift(argv);
}
