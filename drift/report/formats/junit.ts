import { printable } from "../../../provider/text/printable";
import type { Finding, Report, StackResult } from "../report";
import { limitFindings } from "./limit";
import { summaryOf } from "./text";
import { detailsOf, placeOf, stackLabel, titleOf, type Weight, weightOf } from "./words";

/**
 * JUnit XML: a suite for each stack and account, a case for each finding, and one case for the look itself. A finding in a
 * failing tier is a failure, what could not be judged an error, everything else is skipped with its reason. Resources
 * without a finding are counted in the property `clean`, since a report does not name them.
 */
export function junit(report: Report): string {
  const sizeOf = (finding: Finding): number =>
    Buffer.byteLength(caseLines(caseOf(finding, report), placeOf(finding)).join("\n")) + 1;
  const frame = Buffer.byteLength(render(report, suitesOf(report, [])));
  const { kept, left, leftOut } = limitFindings(report.findings, sizeOf, frame);
  return render(report, suitesOf(report, kept, leftOut === undefined ? undefined : leftOutOf(left, report, leftOut)));
}

function render(report: Report, of: readonly Suite[]): string {
  const suites = of.map((suite) => ({ ...suite, ...countsOf(suite.cases) }));
  const total = (of: "tests" | "failures" | "errors"): number => suites.reduce((sum, suite) => sum + suite[of], 0);
  const took = seconds(Date.parse(report.endedAt) - Date.parse(report.startedAt));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Jenkins' xUnit plugin checks by a schema that knows no `skipped` here.
    `<testsuites${attributes({ name: "pulumi-payments drift", tests: total("tests"), failures: total("failures"), errors: total("errors"), time: took })}>`,
    ...suites.flatMap(({ name, durationMs, properties, cases, tests, failures, errors, skipped }) => [
      `  <testsuite${attributes({ name, tests, failures, errors, skipped, time: seconds(durationMs), timestamp: report.startedAt.slice(0, 19) })}>`,
      "    <properties>",
      ...Object.entries(properties).map(([key, value]) => `      <property${attributes({ name: key, value })}/>`),
      "    </properties>",
      ...cases.flatMap((each) => caseLines(each, name)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

interface Case {
  name: string;
  outcome?: { element: "failure" | "error" | "skipped"; type: string; message: string; body: string };
}
interface Suite {
  name: string;
  durationMs: number;
  properties: Record<string, string | number>;
  cases: Case[];
}

function suitesOf(report: Report, findings: readonly Finding[], leftOut?: Case): Suite[] {
  const byPlace = Map.groupBy(findings, placeOf);
  const takenBy = (name: string): Case[] => {
    const own = byPlace.get(name) ?? [];
    byPlace.delete(name);
    return own.map((finding) => caseOf(finding, report));
  };
  const ofStacks = report.stacks.map((result): Suite => {
    const name = stackLabel(result.stack);
    const { resources, clean, durationMs } = result;
    return { name, durationMs, properties: { resources, clean }, cases: [lookOf(result), ...takenBy(name)] };
  });
  // Findings of accounts, and of shards that nobody looked at.
  const others = [...byPlace.keys()].map(
    (name): Suite => ({ name, durationMs: 0, properties: {}, cases: takenBy(name) }),
  );
  const cases = leftOut === undefined ? [] : [leftOut];
  return [{ name: "all", durationMs: 0, properties: { summary: summaryOf(report) }, cases }, ...ofStacks, ...others];
}

/** One case for all that a platform would not take: it fails where one of them does. */
function leftOutOf(left: readonly Finding[], report: Report, message: string): Case {
  const weights = new Set(left.map((finding) => weightOf(finding, report)));
  const weight = (["fails", "undetermined", "reported"] as const).find((each) => weights.has(each)) ?? "reported";
  return {
    name: "findings left out",
    outcome: { element: elements[weight], type: "left-out", message, body: message },
  };
}

const elements = { fails: "failure", undetermined: "error", reported: "skipped" } as const satisfies Record<
  Weight,
  "failure" | "error" | "skipped"
>;

function lookOf({ outcome, why }: StackResult): Case {
  const name = "the stack was looked at";
  if (outcome === "looked") return { name };
  const what = outcome === "failed" ? "could not be looked at" : "could be looked at in part only";
  const message = `${what}: ${printable(why ?? "its findings say why")}`;
  return { name, outcome: { element: "error", type: outcome, message, body: message } };
}

function caseOf(finding: Finding, report: Report): Case {
  const element = elements[weightOf(finding, report)];
  const message = `${finding.tier}: ${titleOf(finding)}`;
  return {
    name: titleOf(finding),
    outcome: { element, type: finding.tier, message, body: detailsOf(finding).join("\n") },
  };
}

function countsOf(cases: readonly Case[]) {
  const count = (element: string): number => cases.filter(({ outcome }) => outcome?.element === element).length;
  return { tests: cases.length, failures: count("failure"), errors: count("error"), skipped: count("skipped") };
}

function caseLines({ name, outcome }: Case, suite: string): string[] {
  const head = `    <testcase${attributes({ name, classname: suite, time: "0" })}`;
  if (outcome === undefined) return [`${head}/>`];
  const { element, type, message, body } = outcome;
  // Readers know no type and no text of what was skipped.
  const inner =
    element === "skipped"
      ? `<skipped${attributes({ message: [message, ...body.split("\n")].join(" ") })}/>`
      : `<${element}${attributes({ message, type })}>${xmlText(body)}</${element}>`;
  return [`${head}>`, `      ${inner}`, "    </testcase>"];
}

function seconds(durationMs: number): string {
  return (durationMs / 1_000).toFixed(3);
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join("");
}

/** By name: some readers know no numbered ones. */
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text in XML 1.0. Line ends are our own; the two characters that no escape allows are written as `printable` does. */
function xmlText(text: string): string {
  return text
    .replace(/[\ufffe\uffff]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
    .replace(/[&<>"']/g, (character) => entities[character]!);
}
