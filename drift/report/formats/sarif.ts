import { readOn } from "../../../provider/report/policy-record";
import { jsonText, printable } from "../../../provider/text/printable";
import { type Tier, tierNames, tiers } from "../../classify/tiers";
import type { Finding, Report, StackResult } from "../report";
import { limitFindings } from "./limit";
import { summaryOf } from "./text";
import { detailsOf, fileOf, stackLabel, titleOf, type Weight, weightOf } from "./words";

/**
 * SARIF 2.1.0 (OASIS), as code scanning takes it: a rule for each tier and for each policy rule that found something, a
 * result for each finding, at the Pulumi.yaml of its project. Links and placeholders that a name brings along are taken apart (sections 3.11.5 and 3.11.6 of the standard).
 */
export function sarif(report: Report): string {
  const results = new Map(report.findings.map((finding) => [finding, resultOf(finding, report)]));
  const sizeOf = (finding: Finding): number => {
    const lines = jsonText(results.get(finding), 2).split("\n");
    return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + bytesBesideLine, 0);
  };
  const render = (kept: readonly Finding[], leftOut?: string): string => {
    const rules = [...new Set([...tierNames.map((tier) => `drift/${tier}`), ...kept.map(ruleIdOf).sort()])];
    const indexes = new Map(rules.map((id, index) => [id, index]));
    const placed = kept.map((finding) => ({ ...results.get(finding)!, ruleIndex: indexes.get(ruleIdOf(finding)) }));
    return `${jsonText(logOf(report, rules, placed, leftOut), 2)}\n`;
  };
  const { kept, leftOut } = limitFindings(report.findings, sizeOf, Buffer.byteLength(render([])));
  return render(kept, leftOut);
}

/** Its indentation in the file and its line end, and a part of the line `ruleIndex`. */
const bytesBesideLine = 12;

function logOf(report: Report, rules: readonly string[], results: readonly object[], leftOut: string | undefined) {
  const { tool, startedAt, endedAt, exitCode, stacks } = report;
  const notTaken = leftOut === undefined ? [] : [{ level: "warning", message: { text: message(leftOut) } }];
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "pulumi-payments drift", version: tool, rules: rules.map(ruleOf) } },
        automationDetails: { id: "pulumi-payments/drift/" },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: stacks.every(({ outcome }) => outcome === "looked"),
            startTimeUtc: startedAt,
            endTimeUtc: endedAt,
            exitCode,
            exitCodeDescription: summaryOf(report),
            toolExecutionNotifications: [
              ...notTaken,
              ...stacks.filter(({ outcome }) => outcome !== "looked").map(notificationOf),
            ],
          },
        ],
        results,
      },
    ],
  };
}

const levels = { fails: "error", undetermined: "warning", reported: "note" } as const satisfies Record<Weight, string>;

/** `drift/<tier>`, or `policy/<rule>`: what code scanning groups by. */
function ruleIdOf({ tier, accepted, policy }: Finding): string {
  return policy === undefined ? `drift/${accepted?.tier ?? tier}` : `policy/${printable(policy.rule)}`;
}

function ruleOf(id: string) {
  const name = id.slice(id.indexOf("/") + 1);
  if (id.startsWith("drift/")) return { id, name, shortDescription: { text: tiers[name as Tier] } };
  const text = `A rule of the policy pack. ${readOn(name)}`;
  return { id, name, shortDescription: { text: `The policy rule ${name}.` }, help: { text } };
}

function resultOf(finding: Finding, report: Report) {
  const { tier, fingerprint, name, urn, accepted, since } = finding;
  const effective = accepted?.tier ?? tier;
  const logicalLocations = [
    { name: printable(name), ...(urn && { fullyQualifiedName: printable(urn) }), kind: "resource" },
  ];
  const artifactLocation = { uri: uriOf(fileOf(finding, report)) };
  return {
    ruleId: ruleIdOf(finding),
    level: levels[weightOf({ ...finding, tier: effective }, report)],
    message: { text: message([`${tier}: ${titleOf(finding)}.`, ...detailsOf(finding)].join("\n")) },
    locations: [{ physicalLocation: { artifactLocation, region: { startLine: 1 } }, logicalLocations }],
    partialFingerprints: { "pulumiPaymentsDrift/v1": fingerprint },
    ...(since && { provenance: { firstDetectionTimeUtc: since.firstSeen } }),
    ...(accepted && {
      suppressions: [{ kind: "external", status: "accepted", justification: printable(accepted.reason) }],
    }),
  };
}

function notificationOf({ stack, outcome, why }: StackResult) {
  const what = outcome === "failed" ? "could not be looked at" : "could be looked at in part only";
  const text = `${stackLabel(stack)} ${what}: ${printable(why ?? "its findings say why")}`;
  return { level: "error", message: { text: message(text) } };
}

/** Text that is no link and no placeholder, whatever names it holds. */
function message(text: string): string {
  return text.replaceAll("](", "] (").replace(/[{}]/g, "$&$&");
}

function uriOf(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}
