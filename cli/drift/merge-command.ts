import { assemble } from "../../drift/report/assemble";
import { merge } from "../../drift/report/merge";
import { ownCommand } from "../../provider/text/own-command";
import { describeExitCodes } from "../exit-codes";
import { describeFlags, type Flag, readWordsAndFlags } from "../flags";
import { UsageProblem } from "../pulumi";
import { print, printError } from "../terminal";
import { version } from "../version";
import { publish, refuseUnwritable, reportIn } from "./files";
import { driftFlags, failOnIn, readReportOptions } from "./options";
import { memoryIn, withPastFindings } from "./past-findings";

const names = ["format", "out", "baseline", "fail-on", "history", "help"];
const flags: Flag[] = driftFlags.filter(({ name }) => names.includes(name));

/** `drift merge FILE…`: one report of many. Answers the exit code. */
export async function runDriftMerge(argv: string[]): Promise<number> {
  const { words: files, values, problems } = readWordsAndFlags(argv, flags);
  if (values.has("help")) {
    print(help);
    return 0;
  }
  if (files.length === 0) problems.push("Name the json reports to join, before any option.");
  const options = readReportOptions(values, problems);
  const chosen = values.has("fail-on") ? failOnIn(values.get("fail-on")?.[0], problems) : undefined;
  if (problems.length > 0) return refuse(problems);
  try {
    const reports = [...new Set(files)].map(reportIn);
    const merged = merge(reports);
    const times = (pick: "startedAt" | "endedAt"): number[] => reports.map((report) => Date.parse(report[pick]));
    const parts = {
      tool: version(),
      startedAt: new Date(Math.min(...times("startedAt"))),
      endedAt: new Date(Math.max(...times("endedAt"))),
      failOn: chosen ?? [...new Set(reports.flatMap(({ failOn }) => failOn))],
      ...merged,
    };
    const memory = memoryIn(options);
    refuseUnwritable(options);
    const report = assemble(withPastFindings(parts, memory));
    publish(report, options);
    return report.exitCode;
  } catch (error) {
    if (error instanceof UsageProblem) return refuse([error.message]);
    return refuse([`The reports can't be joined: ${(error as Error).message}.`]);
  }
}

function refuse(problems: readonly string[]): number {
  printError(`${problems.map((each) => `${each}\n`).join("")}${ownCommand} drift merge --help tells more.\n`);
  return 1;
}

const help = `Joins the json reports of the parts of a matrix into one, and comes to its exit code.

Usage: ${ownCommand} drift merge FILE… [options]

${describeFlags(flags)}

A key is unmanaged only if no part declares it, and only if every part of the matrix is there. A part that is missing is
undetermined, since nobody looked at its stacks. What the baseline of a part accepts stays accepted, unmanaged keys too.

${describeExitCodes({ usage: "the arguments or a file are wrong", found: "a finding in a failing tier" })}

Examples:
  ${ownCommand} drift merge drift-1.json drift-2.json drift-3.json
  ${ownCommand} drift merge drift-*.json --format json --out drift.json --baseline drift-baseline.json
`;
