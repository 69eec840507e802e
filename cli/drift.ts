import { nearest } from "../provider/text/near";
import { ownCommand } from "../provider/text/own-command";
import { printError } from "./terminal";

/** `drift`, `drift merge` and `drift accept`, each loaded only when it is called. Answers the exit code. */
export function runDrift(argv: string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "merge") {
    return (require("./drift/merge-command") as typeof import("./drift/merge-command")).runDriftMerge(rest);
  }
  if (first === "accept") {
    return (require("./drift/accept-command") as typeof import("./drift/accept-command")).runDriftAccept(rest);
  }
  if (first !== undefined && !first.startsWith("--")) {
    printError(`${notAnAction(first)}\n${ownCommand} drift --help tells more.\n`);
    return Promise.resolve(1);
  }
  return (require("./drift/command") as typeof import("./drift/command")).runDrift(argv);
}

/** Mostly a misspelt action, or a stack without its flag. */
function notAnAction(word: string): string {
  if (word === "explain") return `'explain' is a command of its own: ${ownCommand} explain RESOURCE.`;
  const near = nearest(word, ["merge", "accept"]);
  return `There is no "drift ${word}". ${near === undefined ? "A stack is named with --stack." : `Did you mean "drift ${near}"?`}`;
}
