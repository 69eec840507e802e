import { assemble } from "../../drift/report/assemble";
import { merge } from "../../drift/report/merge";
import { ownCommand } from "../../provider/text/own-command";
import { CommandLine } from "../command-line";
import { describeExitCodes } from "../exit-codes";
import { UsageProblem } from "../pulumi";
import { version } from "../version";
import { publish, refuseUnwritable, reportIn } from "./files";
import { failOnIn, type ReportFlags, readReportOptions, withReportOptions } from "./options";
import { memoryIn, withPastFindings } from "./past-findings";

/** `drift merge FILE…`: one report of many. */
export function mergeCommand(): CommandLine {
  const command = new CommandLine("merge")
    .description("Joins the json reports of the parts of a matrix into one, and comes to its exit code.")
    .usage("FILE… [options]")
    .argument("[FILE...]", "the json reports to join")
    .addHelpText("after", moreHelp);
  return withReportOptions(command).does({ problems: problemsOf, run });
}

function problemsOf(flags: ReportFlags, files: readonly string[]): string[] {
  const problems = files.length === 0 ? ["Name the json reports to join."] : [];
  readReportOptions(flags, problems);
  failOnIn(flags.failOn, problems);
  return problems;
}

function run(flags: ReportFlags, files: readonly string[]): number {
  const options = readReportOptions(flags, []);
  const chosen = flags.failOn === undefined ? undefined : failOnIn(flags.failOn, []);
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
    if (error instanceof UsageProblem) throw error;
    throw new UsageProblem((error as Error).message);
  }
}

const moreHelp = `
A key is unmanaged only if no part declares it, and only if every part of the matrix is there. A part that is missing is
undetermined, since nobody looked at its stacks. What the baseline of a part accepts stays accepted, unmanaged keys too.

${describeExitCodes({ usage: "the arguments or a file are wrong", found: "a finding in a failing tier" })}

Examples:
  ${ownCommand} drift merge drift-1.json drift-2.json drift-3.json
  ${ownCommand} drift merge drift-*.json --format json --out drift.json --baseline drift-baseline.json`;
