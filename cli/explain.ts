import { ownCommand } from "../provider/text/own-command";
import { CommandLine } from "./command-line";
import { refuseUnknownStacks } from "./stack-names";
import { print } from "./terminal";

interface Options {
  stack?: string;
  cwd?: string;
  timeout?: string;
  fromState?: boolean;
  json?: boolean;
}

/** `explain RESOURCE`: one resource, as the program, state and the service have it. */
export function explain(): CommandLine {
  return new CommandLine("explain")
    .description(
      `Shows one resource from every side: what the program wants, what state holds, what is live, and why each field counts as
equal or not. It looks as '${ownCommand} drift' does, and writes nothing.`,
    )
    .usage("RESOURCE [options]")
    .argument(
      "[RESOURCE]",
      "a logical name, an id such as that of a key, or a urn ('pulumi stack --show-urns' lists them). Where several resources have the name, their urns are listed to choose from",
    )
    .value("--stack <S>", "the stack. Default: the one that a urn names, else the one that is selected")
    .value("--cwd <DIR>", "folder of its project. Default: here")
    .value("--timeout <S>", "seconds until it is given up. Default: 600")
    .option("--from-state", "run no program: what state says was last applied counts as declared")
    .option("--json", "print JSON")
    .addHelpText("after", moreHelp)
    .does({ problems: problemsOf, run });
}

function problemsOf({ timeout = "600" }: Options, [subject = ""]: readonly string[]): string[] {
  return [
    ...(subject === "" ? ["Name one resource by its logical name, its id or its urn."] : []),
    ...(subject.startsWith("urn:") && stackIn(subject) === undefined
      ? [`${JSON.stringify(subject)} is not a urn; one looks like urn:pulumi:dev::shop::….`]
      : []),
    ...(Number.isInteger(Number(timeout)) && Number(timeout) >= 1 ? [] : ["--timeout is a whole number of seconds."]),
  ];
}

async function run(
  { stack: named, cwd = ".", timeout = "600", fromState = false, json = false }: Options,
  [subject = ""]: readonly string[],
): Promise<number> {
  const { explainResource } = require("./drift/explain") as typeof import("./drift/explain");
  const stack = named ?? stackIn(subject);
  if (stack !== undefined) await refuseUnknownStacks([{ stack, cwd }]);
  const timeoutMs = Number(timeout) * 1_000;
  const { text, code } = await explainResource({ subject, stack, cwd, timeoutMs, fromState, json });
  print(text);
  return code;
}

const stackIn = (subject: string): string | undefined => /^urn:pulumi:([^:]+)::/.exec(subject)?.[1];

const moreHelp = `
Exit codes:
  0  clean
  1  the arguments are wrong
  2  it has drifted, or the program wants something that was never applied
  3  it could not be checked

A field with "=" counts as equal, one with "≠" does not, and of one with "?" the live value is not known.

Examples:
  ${ownCommand} explain ci --stack dev
  ${ownCommand} explain 'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci' --cwd infra/shop`;
