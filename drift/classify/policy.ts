import type { PolicyFindingRecord } from "../../provider/report/policy-record";
import { ownCommand } from "../../provider/text/own-command";
import { classNameInUrn, nameInUrn } from "../collect/state";
import { fingerprintOf } from "../report/fingerprint";
import type { Finding, StackRef } from "../report/report";

/** What a look at a stack brought of policy packs. */
export interface PolicyLook {
  stack: StackRef;
  /** What they found; undefined: none was asked for. */
  policy?: readonly PolicyFindingRecord[] | undefined;
  /** Why they did not finish, where the rest of the look did. */
  policyFailure?: string | undefined;
  /** Why the look ended early, where it did. */
  failure?: string | undefined;
}

/** What the policy packs found in a stack, in their own words; and that nobody knows, where one broke. Pure. */
export function findingsOfPolicy({ stack, policy = [], policyFailure, failure }: PolicyLook): Finding[] {
  const why = policyFailure ?? failure;
  return [...policy.map((record) => findingOf(stack, record)), ...(why === undefined ? [] : [unjudged(stack, why)])];
}

function findingOf(stack: StackRef, { urn, text, pack, rule, level, outcome, link }: PolicyFindingRecord): Finding {
  const isBroken = outcome === "violation" && level === "mandatory";
  const finding: Omit<Finding, "fingerprint"> = {
    tier: isBroken ? "violation" : "advisory",
    stack,
    ...(urn !== undefined && { urn }),
    kind: urn === undefined ? "Stack" : classNameInUrn(urn),
    name: urn === undefined ? stack.name : nameInUrn(urn),
    fields: [],
    why: text,
    next: nextFor(outcome, rule, link),
    policy: { pack, rule, level, outcome, ...(link !== undefined && { link }) },
  };
  return { fingerprint: fingerprintOf(finding), ...finding };
}

function nextFor(outcome: PolicyFindingRecord["outcome"], rule: string, link: string | undefined): string {
  if (outcome === "notice") return "change the configuration of the pack";
  if (outcome === "exempt") return "nothing, until the exemption ends";
  if (link === undefined) return "change the program as the text says";
  return `change the program as the text says; ${ownCommand} policy explain ${rule} shows one that passes`;
}

function unjudged(stack: StackRef, why: string): Finding {
  const finding: Omit<Finding, "fingerprint"> = {
    tier: "undetermined",
    stack,
    kind: "PolicyPack",
    name: stack.name,
    fields: [],
    why: `the policy packs did not finish, so what they would have found is not known: ${why}`,
    next: "fix what the reason names and look again",
  };
  return { fingerprint: fingerprintOf(finding), ...finding };
}
