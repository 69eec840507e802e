import type { DriftRecord, ResourceRecord } from "../../provider/report/record";
import type { StateResource } from "../collect/state";
import { classNameInUrn, classNameOf, encryptedArguments, nameInUrn } from "../collect/state";
import { fingerprintOf } from "../report/fingerprint";
import { nextFor } from "../report/next";
import type { Finding, StackRef, StackResult } from "../report/report";
import type { Part } from "./consequences";
import { findingsOfPolicy, type PolicyLook } from "./policy";
import { type Classified, classifyResource } from "./resource";

/** Everything that one look at a stack brought. Plain data. */
export interface Look extends PolicyLook {
  /** Resources of ours in state; undefined: state could not be read. */
  state: readonly StateResource[] | undefined;
  records: readonly DriftRecord[];
  /** Urns that the engine planned to delete, since the program no longer declares them. */
  deletions: ReadonlySet<string>;
  durationMs: number;
}

export interface ClassifiedStack {
  result: StackResult;
  findings: Finding[];
  /** Resources whose objects are parts of others, by urn. */
  parts: ReadonlyMap<string, Part>;
}

/** Classifies every resource of a stack, and adds what policy packs found in it. Pure. */
export function classifyStack(look: Look): ClassifiedStack {
  const parts = new Map(look.records.flatMap(partIn));
  const { result, findings } = classifyDrift(look);
  if (look.policy === undefined) return { result, findings, parts };
  const all = [...findings, ...findingsOfPolicy(look)];
  const policy = look.policyFailure === undefined && look.failure === undefined ? "judged" : "failed";
  const held = new Set(all.map(({ urn }) => urn));
  const clean = (look.state ?? []).filter(({ urn }) => !held.has(urn)).length;
  return { result: { ...result, clean, policy }, findings: all, parts };
}

function partIn(record: DriftRecord): [string, Part][] {
  if (record.record !== "resource" || record.partOf === undefined) return [];
  return [[record.urn, { partOf: record.partOf, follows: record.follows }]];
}

/** Classifies every resource of a stack: those that state holds, and those that the program declares. Pure. */
function classifyDrift(look: Look): Omit<ClassifiedStack, "parts"> {
  const { stack, state, records, durationMs } = look;
  if (state === undefined) {
    const why = inOneLine(look.failure ?? "its state could not be read");
    return {
      result: { stack, outcome: "failed", why, resources: 0, clean: 0, durationMs },
      findings: [wholeStack(stack, why)],
    };
  }
  const findings = [...state.flatMap((resource) => findingsOfResource(look, resource)), ...newOnes(look, state)];
  const undetermined = findings.filter(({ tier }) => tier === "undetermined").length;
  // A run that broke is never a clean one, though all that it was to look at was seen before.
  if (look.failure !== undefined && undetermined === 0) findings.push(wholeStack(stack, look.failure));
  const isWhole = undetermined === 0 && look.failure === undefined;
  const outcome = isWhole ? "looked" : undetermined === state.length && records.length === 0 ? "failed" : "partly";
  const held = new Set(findings.map(({ urn }) => urn));
  const clean = state.filter(({ urn }) => !held.has(urn)).length;
  const result: StackResult = { stack, outcome, resources: state.length, clean, durationMs };
  return { result: look.failure === undefined ? result : { ...result, why: inOneLine(look.failure) }, findings };
}

function wholeStack(stack: StackRef, why: string): Finding {
  const subject = { urn: undefined, kind: "Stack", name: stack.name };
  return findingOf(stack, subject, { tier: "undetermined", fields: [], why });
}

function findingsOfResource(look: Look, resource: StateResource): Finding[] {
  const { stack, records } = look;
  const about = records.filter((record) => "urn" in record && record.urn === resource.urn);
  const observed = about.findLast(
    (record): record is ResourceRecord => record.record === "resource" && record.id === resource.id,
  );
  const failures = about.filter((record) => record.record === "failure").map(({ why }) => why);
  const subject = { urn: resource.urn, kind: classNameOf(resource), name: nameInUrn(resource.urn), id: resource.id };
  const place =
    observed === undefined ? placeOf(resource) : { serviceUrl: observed.serviceUrl, accountId: observed.accountId };
  const finding = (classified: Classified): Finding[] => [
    findingOf(stack, { ...subject, ...place }, classified, observed?.restore),
  ];
  if (resource.delete) {
    const why = "an earlier up replaced it, and its deletion is still to come";
    return finding({ tier: "pending-program", fields: [], why });
  }
  const classified = observed === undefined ? undefined : classifyResource(observed, encryptedArguments(resource));
  if (failures.length > 0 && (classified === undefined || !drifted.has(classified.tier)))
    return finding({ tier: "undetermined", fields: [], why: [...new Set(failures)].join("\n") });
  if (observed !== undefined) return classified === undefined ? [] : finding(classified);
  if (look.deletions.has(resource.urn) && look.failure === undefined) {
    const why = "the program no longer declares it; the next up would delete it. Live state was not looked at";
    return finding({ tier: "pending-program", fields: [], why });
  }
  return finding({ tier: "undetermined", fields: [], why: unasked(look) });
}

/** What a refusal of the program's arguments does not take back: it was seen live. */
const drifted: ReadonlySet<Classified["tier"]> = new Set(["changed", "gone", "unhealthy", "undetermined"]);

function unasked({ failure, records }: Look): string {
  if (failure !== undefined) return `it was not observed, since the preview ended early: ${failure}`;
  if (records.length === 0) {
    return "the preview left no record: the project's pulumi-payments may be older than this command. Install the same version there";
  }
  return "the engine did not ask about it";
}

function newOnes({ stack, records }: Look, state: readonly StateResource[]): Finding[] {
  const held = new Set(state.map(({ urn }) => urn));
  const urns = new Set(
    records.flatMap((record) => (record.record === "new" && !held.has(record.urn) ? [record.urn] : [])),
  );
  return [...urns].map((urn) => {
    const failures = records.flatMap((record) =>
      record.record === "failure" && record.urn === urn ? [record.why] : [],
    );
    const refused = failures.length === 0 ? "" : ` It would be refused: ${failures.join(" ")}`;
    const why = `the program declares it, and it was never applied.${refused}`;
    const subject = { urn, kind: classNameInUrn(urn), name: nameInUrn(urn) };
    const finding = findingOf(stack, subject, { tier: "pending-program", fields: [], why });
    return failures.length === 0
      ? finding
      : { ...finding, next: `fix in the program what the reason names; then ${finding.next}` };
  });
}

interface Subject {
  urn: string | undefined;
  kind: string;
  name: string;
  id?: string | undefined;
  serviceUrl?: string | undefined;
  accountId?: string | undefined;
}

function placeOf({ outputs }: StateResource): Pick<Subject, "serviceUrl" | "accountId"> {
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return { serviceUrl: text(outputs.serviceUrl), accountId: text(outputs.accountId) };
}

function findingOf(
  stack: StackRef,
  subject: Subject,
  { tier, fields, why }: Classified,
  restore?: string | undefined,
): Finding {
  const given = Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== undefined)) as Omit<
    Subject,
    "urn"
  >;
  const finding = {
    tier,
    stack,
    ...given,
    fields,
    why: inOneLine(why),
    next: nextFor({ tier, stack, restore }),
  };
  return { fingerprint: fingerprintOf(finding), ...finding };
}

/** The lines of an error of ours are a list to a preview; a report shows it in one line, where a line end would be escaped. */
function inOneLine(text: string): string {
  return text.replace(/[ \t]*\r?\n\s*/g, " ");
}
