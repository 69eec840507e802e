import { describeFlags, type Flag, readWordsAndFlags } from "./flags";
import { UsageProblem } from "./pulumi";
import { print, printError } from "./terminal";

const explainFlags: Flag[] = [
  { name: "stack", value: "S", description: "the stack; default: the one that the urn names" },
  { name: "cwd", value: "DIR", description: "folder of its project. Default: here" },
  { name: "timeout", value: "S", description: "seconds until it is given up. Default: 600" },
  { name: "json", description: "print JSON" },
  { name: "help", description: "this text" },
];

/** `explain URN`. Answers the exit code. */
export async function runExplain(argv: string[]): Promise<number> {
  const { words, values, problems } = readWordsAndFlags(argv, explainFlags);
  if (values.has("help")) {
    print(help);
    return 0;
  }
  const [urn = ""] = words;
  if (words.length !== 1)
    problems.push("Name one resource by its urn ('pulumi stack --show-urns' lists them), before any option.");
  else if (!/^urn:pulumi:[^:]+::/.test(urn))
    problems.push(`${JSON.stringify(urn)} is no urn; one looks like urn:pulumi:dev::shop::….`);
  const timeoutS = Number(values.get("timeout")?.[0] ?? "600");
  if (!Number.isInteger(timeoutS) || timeoutS < 1) problems.push("--timeout is a whole number of seconds.");
  if (problems.length > 0) return refuse(problems);
  try {
    const { explainResource } = require("./drift/explain") as typeof import("./drift/explain");
    const stack = values.get("stack")?.[0] ?? /^urn:pulumi:([^:]+)::/.exec(urn)![1]!;
    const cwd = values.get("cwd")?.[0] ?? ".";
    const { text, code } = await explainResource({
      urn,
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
  printError(`${problems.map((each) => `${each}\n`).join("")}pulumi-payments explain --help tells more.\n`);
  return 1;
}

const help = `Shows one resource from every side: what the program wants, what state holds, what is live, and why each field counts as
equal or not. It looks as 'pulumi-payments drift' does, and writes nothing.

Usage: pulumi-payments explain URN [options]

${describeFlags(explainFlags)}

Exit codes:
  0  clean
  1  the arguments are wrong
  2  it has drifted, or the program wants something that was never applied
  3  it could not be judged

A field with "=" counts as equal, one with "≠" does not, and of one with "?" the live value is not known.

Example:
  pulumi-payments explain 'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/payments:ApiKey::ci' --cwd infra/shop
`;
