import { runDriftAccept } from "./drift/accept-command";
import { runDrift as look } from "./drift/command";
import { runDriftMerge } from "./drift/merge-command";

/** `drift`, `drift merge` and `drift accept`. Answers the exit code. */
export function runDrift(argv: string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "merge") return runDriftMerge(rest);
  if (first === "accept") return runDriftAccept(rest);
  return look(argv);
}
