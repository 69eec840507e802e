import { accept, whatIs } from "../../drift/report/baseline";
import { holdsKeyValue } from "../../provider/text/key-value";
import { ownCommand } from "../../provider/text/own-command";
import { describeFlags, type Flag, readWordsAndFlags } from "../flags";
import { UsageProblem } from "../pulumi";
import { print, printError } from "../terminal";
import { baselineIn, reportIn, saveBaseline } from "./files";

const flags: Flag[] = [
  { name: "report", value: "FILE", description: "the json report that the findings stand in" },
  { name: "baseline", value: "FILE", description: "the file to write; made where there is none" },
  { name: "reason", value: "TEXT", description: "why it is accepted" },
  { name: "owner", value: "WHO", description: "who answers for that" },
  { name: "expires", value: "YYYY-MM-DD", description: "the last day on which it counts, UTC" },
  { name: "all", description: "every finding of the report" },
  { name: "help", description: "this text" },
];

/** `drift accept FINGERPRINT…`: puts findings of a report into a baseline. Answers the exit code. */
export async function runDriftAccept(argv: string[]): Promise<number> {
  const { words: fingerprints, values, problems } = readWordsAndFlags(argv, flags);
  if (values.has("help")) {
    print(help);
    return 0;
  }
  const given = (name: string): string => {
    const text = values.get(name)?.[0]?.trim() ?? "";
    if (text === "") problems.push(`--${name} is required.`);
    if (holdsKeyValue(text))
      problems.push(`--${name} holds what looks like the value of a key; a baseline is read by many.`);
    return text;
  };
  const [report, baseline, reason, owner, expires] = ["report", "baseline", "reason", "owner", "expires"].map(
    given,
  ) as [string, string, string, string, string];
  if (expires !== "" && !isDay(expires))
    problems.push(`--expires is a day such as 2030-12-31, not ${JSON.stringify(expires)}.`);
  else if (expires !== "" && expires < new Date().toISOString().slice(0, 10))
    problems.push(`--expires is the last day on which it counts, and ${expires} has passed: it would accept nothing.`);
  const all = values.has("all");
  if (all === fingerprints.length > 0)
    problems.push("Name the fingerprints of the findings before any option, or give --all.");
  if (problems.length > 0) return refuse(problems);
  try {
    const { findings } = reportIn(report);
    const strange = fingerprints.filter((each) => findings.every(({ fingerprint }) => fingerprint !== each));
    if (strange.length > 0)
      return refuse([`${report} has no finding ${strange.join(", ")}; each finding has its fingerprint at its end.`]);
    const open = findings.filter(({ tier, fingerprint }) =>
      all ? tier !== "accepted" : fingerprints.includes(fingerprint),
    );
    saveBaseline(baseline, accept(baselineIn(baseline, { mayBeNew: true }), open, { reason, owner, expires }));
    for (const finding of open) print(`accepted until ${expires}: ${whatIs(finding)} (${finding.tier})\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageProblem) return refuse([error.message]);
    throw error;
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

function refuse(problems: readonly string[]): number {
  printError(`${problems.map((each) => `${each}\n`).join("")}${ownCommand} drift accept --help tells more.\n`);
  return 1;
}

const help = `Accepts findings for a time: the next 'drift --baseline FILE' shows them as accepted, and they fail nothing.

Usage: ${ownCommand} drift accept (FINGERPRINT… | --all) --report FILE --baseline FILE --reason TEXT --owner WHO --expires DAY

${describeFlags(flags)}

A finding is accepted as it was seen: the same resource with another live value is a new one. After its last day an entry
accepts nothing and is reported; one that matches nothing any more is reported too. The file is sorted and holds no secret:
keep it beside the program, and let a review see each change of it.

Exit codes:
  0  the findings are accepted
  1  the arguments or a file are wrong; the baseline is as it was

Examples:
  ${ownCommand} drift --stack prod --format json --out drift.json
  ${ownCommand} drift accept 3f1c9e0b7a6d5c42 --report drift.json --baseline drift-baseline.json \\
    --reason "narrowed by hand during the incident" --owner payments-team --expires 2030-12-31
`;
