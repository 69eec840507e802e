import { accept, whatIs } from "../../drift/report/baseline";
import { holdsKeyValue } from "../../provider/text/key-value";
import { ownCommand } from "../../provider/text/own-command";
import { CommandLine } from "../command-line";
import { UsageProblem } from "../pulumi";
import { print } from "../terminal";
import { baselineIn, reportIn, saveBaseline } from "./files";

interface Options {
  report?: string;
  baseline?: string;
  reason?: string;
  owner?: string;
  expires?: string;
  all?: boolean;
}
const required = ["report", "baseline", "reason", "owner", "expires"] as const;

/** `drift accept FINGERPRINT…`: puts findings of a report into a baseline. */
export function acceptCommand(): CommandLine {
  return new CommandLine("accept")
    .description(
      "Accepts findings for a time: the next 'drift --baseline FILE' shows them as accepted, and they fail nothing.",
    )
    .usage("(FINGERPRINT… | --all) --report FILE --baseline FILE --reason TEXT --owner WHO --expires DAY")
    .argument("[FINGERPRINT...]", "the fingerprints of findings; each finding has its own at its end")
    .value("--report <FILE>", "the json report that has the findings")
    .value("--baseline <FILE>", "the file to write; created where there is none")
    .value("--reason <TEXT>", "why it is accepted")
    .value("--owner <WHO>", "who answers for that")
    .value("--expires <YYYY-MM-DD>", "the last day on which it counts, UTC")
    .option("--all", "every finding of the report")
    .addHelpText("after", moreHelp)
    .does({ problems: problemsOf, run });
}

function problemsOf(options: Options, fingerprints: readonly string[]): string[] {
  const problems = required.flatMap((name) => {
    const text = options[name]?.trim() ?? "";
    if (text === "") return [`--${name} is required.`];
    return holdsKeyValue(text)
      ? [`--${name} holds what looks like the value of a key; a baseline is read by many.`]
      : [];
  });
  const expires = options.expires?.trim() ?? "";
  if (expires !== "" && !isDay(expires))
    problems.push(`--expires is a day such as 2030-12-31, not ${JSON.stringify(expires)}.`);
  else if (expires !== "" && expires < new Date().toISOString().slice(0, 10))
    problems.push(`--expires is the last day on which it counts, and ${expires} has passed: it would accept nothing.`);
  if ((options.all === true) === fingerprints.length > 0)
    problems.push("Name the fingerprints of the findings, or give --all.");
  return problems;
}

function run({ all, ...options }: Options, fingerprints: readonly string[]): number {
  const [report, baseline, reason, owner, expires] = required.map((name) => options[name]!.trim()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const { findings } = reportIn(report);
  const strange = fingerprints.filter((each) => findings.every(({ fingerprint }) => fingerprint !== each));
  if (strange.length > 0)
    throw new UsageProblem(
      `${report} has no finding ${strange.join(", ")}. Copy the fingerprint from the end of a finding.`,
    );
  const open = findings.filter(({ tier, fingerprint }) =>
    all ? tier !== "accepted" : fingerprints.includes(fingerprint),
  );
  saveBaseline(baseline, accept(baselineIn(baseline, { mayBeNew: true }), open, { reason, owner, expires }));
  for (const finding of open) print(`accepted until ${expires}: ${whatIs(finding)} (${finding.tier})\n`);
  return 0;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

const moreHelp = `
A finding is accepted as it was seen: the same resource with another live value is a new one. After its last day an entry
accepts nothing and is reported; one that matches nothing any more is reported too. The file is sorted and holds no secret:
keep it beside the program, and let a review see each change of it.

Exit codes:
  0  the findings are accepted
  1  the arguments or a file are wrong; the baseline is as it was

Examples:
  ${ownCommand} drift --stack prod --format json --out drift.json
  ${ownCommand} drift accept 3f1c9e0b7a6d5c42 --report drift.json --baseline drift-baseline.json \\
    --reason "narrowed by hand during the incident" --owner payments-team --expires 2030-12-31`;
