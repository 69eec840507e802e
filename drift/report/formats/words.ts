import { printable } from "../../../provider/text/printable";
import type { AccountResult, Finding, Report, ReportField, StackRef } from "../report";

/** What a finding means for the exit code: it fails the run, it is undetermined, or it is only reported. */
export type Weight = "fails" | "undetermined" | "reported";

export function weightOf({ tier }: Finding, { failOn }: Report): Weight {
  if (tier === "undetermined") return "undetermined";
  return failOn.some((each) => each === tier) ? "fails" : "reported";
}

/** `ApiKey ci (key_1) in shop/dev`: one line, printable. */
export function titleOf(finding: Finding): string {
  const { kind, name, id, policy } = finding;
  const rule = policy === undefined ? "" : `, rule ${printable(policy.rule)}`;
  return `${printable(kind)} ${printable(name)}${id === undefined ? "" : ` (${printable(id)})`} in ${placeOf(finding)}${rule}`;
}

/** The stack of a finding, or its account. */
export function placeOf({ stack, accountId }: Finding): string {
  return stack === undefined ? `account ${printable(accountId ?? "unknown")}` : stackLabel(stack);
}

export function stackLabel({ project, name, folder }: StackRef): string {
  return printable(folder === "." ? `${project}/${name}` : `${project}/${name} (${folder})`);
}

/** A value as people read it; left out is "not set". */
export function valueText(value: unknown): string {
  return value === undefined ? "not set" : printable(JSON.stringify(value));
}

export function fieldLine({ field, wanted, stored, live, advice }: ReportField): string {
  const known = stored === undefined || [wanted, live].some((each) => JSON.stringify(each) === JSON.stringify(stored));
  const state = known ? "" : `, in state ${valueText(stored)}`;
  const declared = wanted === undefined && stored === undefined ? "" : `, wanted ${valueText(wanted)}`;
  return `${printable(field)} is ${valueText(live)}${declared}${state}.${advice ? ` ${printable(advice)}` : ""}`;
}

/** Everything else that a person should know of a finding: printable lines. */
export function detailsOf(finding: Finding): string[] {
  const { fields, why, next, accepted, fingerprint } = finding;
  return [
    ...fields.map(fieldLine),
    ...(fields.length === 0 ? [sentence(why)] : []),
    ...remarksOf(finding),
    ...(accepted === undefined ? [`Next: ${printable(next)}`] : []),
    `Fingerprint ${printable(fingerprint)}`,
  ];
}

/** What is known of a finding beside its fields: days left, since when, by whom it was accepted. */
export function remarksOf({ accepted, since, daysUntilDisabled }: Finding): string[] {
  return [
    ...(daysUntilDisabled === undefined
      ? []
      : [`Disabled in ${daysUntilDisabled} days at the most, if nothing is done.`]),
    ...(since === undefined ? [] : [`Since ${since.firstSeen}, times seen: ${since.timesSeen}.`]),
    ...(accepted === undefined
      ? []
      : [
          `Accepted by ${printable(accepted.owner)} until ${accepted.expires}: ${printable(accepted.reason)} (it is ${accepted.tier}).`,
        ]),
  ];
}

/** The account that a finding is about, where the report has it. */
export function accountOf({ serviceUrl, accountId }: Finding, { accounts }: Report): AccountResult | undefined {
  return accounts.find((each) => each.serviceUrl === serviceUrl && each.accountId === accountId);
}

/** The file of a project that a finding is shown at: its Pulumi.yaml, relative to where the command ran; printable. */
export function fileOf(finding: Finding, report: Report): string {
  const folder = (finding.stack ?? accountOf(finding, report)?.listedBy[0] ?? report.stacks[0]?.stack)?.folder ?? ".";
  return folder === "." ? "Pulumi.yaml" : `${printable(folder.replace(/\/+$/, ""))}/Pulumi.yaml`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? printable(text) : `${printable(text)}.`;
}
