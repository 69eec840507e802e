import { ownCommand } from "../../provider/text/own-command";
import { printable } from "../../provider/text/printable";
import type { Finding, StackRef } from "./report";

/** What of a finding its next step depends on. */
type About = Pick<Finding, "tier" | "stack" | "id" | "policy"> & {
  /** How a person brings the object back, where no up can. */
  restore?: string | undefined;
};

/** What to do about a finding of a stack or, where it belongs to an account, of one that a stack lists. Pure. */
export function nextFor(about: About, listedBy?: StackRef): string {
  const command = commandLine(nextCommand(about, listedBy));
  switch (about.tier) {
    case "changed":
      return `${command} puts back what is declared; or change the program to what is live`;
    case "gone":
      return `${about.restore ?? `${command} creates it again`}; or remove it from the program`;
    case "unhealthy":
      return `fix the receiver, then ${command} re-enables the endpoint where its policy allows that`;
    case "consequence":
      return `${command} applies what it depends on, and then compares it`;
    case "undetermined":
      return `fix what the reason names and look again; ${command} shows more`;
    case "unmanaged":
      return `${command} prints the code that adopts ${about.id === undefined ? "them; or delete them" : "it; or delete it"} in the dashboard`;
    default:
      return `${command} applies it`;
  }
}

/** The words of the command that the next step names. Pure. */
function nextCommand({ tier, stack, id, policy }: About, listedBy?: StackRef): string[] {
  if (policy !== undefined) return [...ownWords, "policy", "explain", policy.rule];
  const at = stack ?? listedBy;
  const where = at === undefined ? [] : ["--stack", at.name, ...(at.folder === "." ? [] : ["--cwd", at.folder])];
  if (tier === "unmanaged") return [...ownWords, "keys", ...where, "--adopt-code", id ?? "all"];
  return ["pulumi", tier === "undetermined" ? "preview" : "up", ...where];
}

/** The commands of a finding that can be copied: the one that its next step names, if it does, then the look at it from every side. Pure. */
export function commandsOf(finding: Finding, listedBy?: StackRef): string[] {
  const { next, urn, stack, policy, accepted } = finding;
  const named = nextCommand(finding, listedBy);
  const recommended = accepted === undefined && next.includes(commandLine(named)) ? [named] : [];
  const look =
    urn === undefined || stack === undefined || policy !== undefined
      ? []
      : [[...ownWords, "explain", urn, "--stack", stack.name, "--cwd", stack.folder]];
  return [...recommended, ...look].filter(isPlain).map(commandLine);
}

const ownWords = ownCommand.split(" ");
const options = new Set(["--stack", "--cwd", "--adopt-code"]);

/** Whether a shell and a reader take every word as it looks: no name in it hides a character or reads as an option. */
function isPlain(words: readonly string[]): boolean {
  return words.every((word) => word !== "" && printable(word) === word && (options.has(word) || !word.startsWith("-")));
}

function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
