import type { Finding, Report } from "../report";
import { summaryOf } from "./text";
import { detailsOf, fileOf, titleOf, type Weight, weightOf } from "./words";

const commands = { fails: "error", undetermined: "warning", reported: "notice" } as const satisfies Record<
  Weight,
  string
>;

/**
 * Annotations: workflow commands of GitHub Actions, for the log of a job. Every line is one of ours, and what others have
 * named is escaped, so it is not a command. GitHub shows ten errors, ten warnings and ten notices of a step; the markdown
 * format makes its summary.
 */
export function github(report: Report): string {
  const reported = report.findings.filter(({ tier }) => tier !== "accepted");
  const verdict = { 0: "notice", 2: "error", 3: "warning" } as const;
  const lines = [
    command(verdict[report.exitCode], { title: "pulumi-payments drift" }, summaryOf(report)),
    ...reported.map((finding) => annotation(finding, report)),
  ];
  return `${lines.join("\n")}\n`;
}

function annotation(finding: Finding, report: Report): string {
  const properties = { title: `Drift: ${finding.tier}`, file: fileOf(finding, report), line: "1" };
  const text = [`${titleOf(finding)}.`, ...detailsOf(finding)].join("\n");
  return command(commands[weightOf(finding, report)], properties, text);
}

function command(name: string, properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${name} ${list.join(",")}::${escapeData(message)}`;
}

/** As GitHub's own toolkit escapes: the runner decodes the same. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
