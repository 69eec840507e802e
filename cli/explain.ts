import { ownCommand } from "../provider/text/own-command";
import { describeFlags, type Flag, readWordsAndFlags } from "./flags";
import { UsageProblem } from "./pulumi";
import { refuseUnknownStacks } from "./stack-names";
import { print, printError } from "./terminal";

const explainFlags: Flag[] = [
  {
    name: "stack",
    value: "S",
    description: "the stack. Default: the one that a urn names, else the one that is selected",
  },
  { name: "cwd", value: "DIR", description: "folder of its project. Default: here" },
  { name: "timeout", value: "S", description: "seconds until it is given up. Default: 600" },
  { name: "json", description: "print JSON" },
  { name: "help", description: "this text" },
];

/** `explain RESOURCE`. Answers the exit code. */
export async function runExplain(argv: string[]): Promise<number> {
  const { words, values, problems } = readWordsAndFlags(argv, explainFlags);
  if (values.has("help")) {
    print(help);
    return 0;
  }
  const [subject = ""] = words;
  const inUrn = /^urn:pulumi:([^:]+)::/.exec(subject)?.[1];
  if (words.length !== 1 || subject === "")
    problems.push("Name one resource by its logical name, its id or its urn, before any option.");
  else if (inUrn === undefined && subject.startsWith("urn:"))
    problems.push(`${JSON.stringify(subject)} is not a urn; one looks like urn:pulumi:dev::shop::….`);
  const timeoutS = Number(values.get("timeout")?.[0] ?? "600");
  if (!Number.isInteger(timeoutS) || timeoutS < 1) problems.push("--timeout is a whole number of seconds.");
  if (problems.length > 0) return refuse(problems);
  try {
    const { explainResource } = require("./drift/explain") as typeof import("./drift/explain");
    const stack = values.get("stack")?.[0] ?? inUrn;
    const cwd = values.get("cwd")?.[0] ?? ".";
    if (stack !== undefined) await refuseUnknownStacks([{ stack, cwd }]);
    const { text, code } = await explainResource({
      subject,
      stack,
      cwd,
      timeoutMs: timeoutS * 1_000,
      json: values.has("json"),
    });
    print(text);
    return code;
  } catch (error) {
    if (error instanceof UsageProblem) return refuse([error.message]);
    throw error;
  }
}

function refuse(problems: readonly string[]): number {
  printError(`${problems.map((each) => `${each}\n`).join("")}${ownCommand} explain --help tells more.\n`);
  return 1;
}

const help = `Shows one resource from every side: what the program wants, what state holds, what is live, and why each field counts as
equal or not. It looks as '${ownCommand} drift' does, and writes nothing.

Usage: ${ownCommand} explain RESOURCE [options]

RESOURCE is a logical name, an id such as that of a key, or a urn ('pulumi stack --show-urns' lists them). Where several resources
have the name, their urns are listed to choose from.

${describeFlags(explainFlags)}

Exit codes:
  0  clean
  1  the arguments are wrong
  2  it has drifted, or the program wants something that was never applied
  3  it could not be judged

A field with "=" counts as equal, one with "≠" does not, and of one with "?" the live value is not known.

Examples:
  ${ownCommand} explain ci --stack dev
  ${ownCommand} explain 'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci' --cwd infra/shop
`;
