import type { Problem } from "../configuration/problem";
import { noSuchKey } from "../guards/adopt";
import { credentialProblems } from "../guards/credential";
import type { Finding, KeyDeletion, KeyUpdate, KeyWrite } from "../guards/guard";
import { findingsOf } from "../guards/index";
import { adoptionEvidence, creationFindings, deletionEvidence, evidenceOf, updateEvidence } from "./evidence";
import type { ResourceContext } from "./resource";

/** Why the writes of a plan would be refused, by what the run's snapshot shows. Reads only; `apply` asks again. */
export async function refusalsOfPlan(context: ResourceContext, writes: readonly KeyWrite[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  let sends = false;
  for (const write of writes) {
    const planned =
      write.write === "create" ? await plannedCreation(context, write) : await plannedChange(context, write);
    sends ||= planned.sends;
    for (const { path, why, severity } of planned.findings) {
      if (severity === "warning") await context.log.warn(why);
      else if (severity === "run-warning") await context.log.warnOnceARun(why);
      else problems.push({ path: path ?? argumentOf(write), message: why });
    }
  }
  if (!sends) return problems;
  return [...credentialProblems(await context.account.apiKeys.all(), context.connection), ...problems];
}

interface Planned {
  findings: Finding[];
  /** The plan sends the write. */
  sends: boolean;
}

async function plannedCreation(
  context: ResourceContext,
  { uniqueName }: { uniqueName?: string | undefined },
): Promise<Planned> {
  return { findings: await creationFindings(context, uniqueName), sends: true };
}

async function plannedChange(context: ResourceContext, write: KeyUpdate | KeyDeletion): Promise<Planned> {
  const { id, lookup } = write;
  const { account } = context;
  const adopts = write.write === "update" && write.adopts !== undefined;
  if (adopts) {
    const findings = findingsOf(write, { ...evidenceOf(context, id), ...adoptionEvidence(context, write) });
    if (findings.length > 0) return { findings, sends: false };
  }
  const observed = await account.apiKeys.observe(id, lookup);
  if (observed.state === "unknown") throw observed.error;
  if (observed.state === "absent") {
    const why = noSuchKey("adoptId", id, account.accountId, observed.why);
    return { findings: adopts ? [{ guard: "adopt", path: "adoptId", why }] : [], sends: false };
  }
  if (write.write !== "update") {
    return { findings: findingsOf(write, await deletionEvidence(context, write, observed.live)), sends: true };
  }
  const evidence = await updateEvidence(context, write, observed.live);
  return { findings: findingsOf(write, evidence), sends: evidence.body !== undefined };
}

/** Of a write whose guard names none. What guards say of a creation names it always. */
const argumentOf = (write: KeyWrite): string => ("path" in write ? write.path : "the replacement");

/** The deletions that a guard refuses for now: why, by the key's id. */
export async function postponedDeletions(
  context: ResourceContext,
  deletions: readonly KeyDeletion[],
): Promise<ReadonlyMap<string, string>> {
  const postponed = new Map<string, string>();
  for (const deletion of deletions) {
    const { findings } = await plannedChange(context, deletion);
    if (findings.length > 0) postponed.set(deletion.id, findings.map(({ why }) => why).join(" "));
  }
  return postponed;
}
