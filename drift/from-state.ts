import { isDeepStrictEqual } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { withoutSecrets } from "../provider/text/outgoing";
import { accountsOf, isElsewhere, unmanagedIn } from "./classify/accounts";
import { withConsequences } from "./classify/consequences";
import { type ClassifiedStack, classifyStack, type Look } from "./classify/stack";
import type { StateObserver } from "./collect/from-state";
import { sideBySide } from "./collect/side-by-side";
import type { StateResource } from "./collect/state";
import type { ReportParts } from "./report/assemble";
import type { StackRef } from "./report/report";
import { fromState, programFinding } from "./report/source";
import { completenessOf, type RunParts } from "./run";

/** Where the state of one stack is read. */
export interface StateSource {
  stack: StackRef;
  /** The resources of ours, in their order; secrets stay encrypted. @throws Error with the reason */
  read(signal: AbortSignal): Promise<StateResource[]>;
  /** An up may write it while the run goes on; a file that somebody exported stays as it is. */
  mayChange: boolean;
}

export interface FromStateParts
  extends Pick<RunParts, "jobs" | "timeoutMs" | "interrupted" | "all" | "shard" | "findKeyOwners" | "onLook"> {
  sources: readonly StateSource[];
  observer: StateObserver;
  /** The sources whose stacks were updated since the command began, asked once all states were compared. Default: all that may change. */
  updatedSince?: () => Promise<ReadonlySet<StateSource>>;
  /** A report without the programs is not complete: it has a finding in `undetermined`. */
  requireProgram: boolean;
}

/** A state that waits to be compared, compressed because thousands of them wait at a time. */
interface ReadState {
  packed?: Buffer;
  failure?: string;
  readMs: number;
}

/**
 * Compares what is live with what every state says was last applied. All states are read first, so that one list of each
 * account's keys, read afterwards, is younger than every one of them.
 */
export async function runFromState(
  parts: FromStateParts,
): Promise<Pick<ReportParts, "stacks" | "accounts" | "findings" | "completeness" | "source">> {
  const { sources, jobs, all } = parts;
  const states = await sideBySide(sources, jobs, (source) => readOf(source, parts));
  let done = 0;
  const owners: Look[] = [];
  const classified = await sideBySide(sources, jobs, async (source, place) => {
    const startedMs = performance.now();
    const state = states[place]!;
    states[place] = { readMs: state.readMs };
    const { look, result } = await lookAt(source, state, parts);
    owners[place] = onlyOwners(look);
    const durationMs = Math.round(state.readMs + performance.now() - startedMs);
    const timed: ClassifiedStack = { ...result, result: { ...result.result, durationMs } };
    done += 1;
    parts.onLook(timed, done);
    return timed;
  });
  const completeness = completenessOf(owners, parts);
  const accounts = accountsOf(all ? await withLaterStates(owners, parts) : owners, parts.findKeyOwners);
  const findings = withConsequences(
    classified.flatMap((each) => each.findings),
    new Map(classified.flatMap((each) => [...each.parts])),
  );
  if (completeness.unmanaged === "looked-for" && completeness.declared === "all")
    findings.push(...unmanagedIn(accounts));
  if (parts.requireProgram) findings.push(programFinding());
  return { stacks: classified.map(({ result }) => result), accounts, findings, completeness, source: fromState };
}

async function readOf(source: StateSource, parts: FromStateParts): Promise<ReadState> {
  const startedMs = performance.now();
  const timed = (state: Omit<ReadState, "readMs">): ReadState => ({ ...state, readMs: performance.now() - startedMs });
  const timedOut = AbortSignal.timeout(parts.timeoutMs);
  try {
    parts.interrupted.throwIfAborted();
    const state = await source.read(AbortSignal.any([timedOut, parts.interrupted]));
    // A copy, since the result of gzip is a part of a larger buffer.
    return timed({ packed: Buffer.from(gzipSync(JSON.stringify(state))) });
  } catch (error) {
    if (parts.interrupted.aborted) return timed({ failure: interruptedReason });
    if (timedOut.aborted) return timed({ failure: `it took longer than ${parts.timeoutMs / 1000} s (--timeout)` });
    return timed({ failure: withoutSecrets((error as Error).message) });
  }
}

const interruptedReason = "it was interrupted";

async function lookAt(
  source: StateSource,
  { packed, failure }: ReadState,
  parts: FromStateParts,
): Promise<{ look: Look; result: ClassifiedStack }> {
  const { stack } = source;
  const why = failure ?? (parts.interrupted.aborted ? interruptedReason : undefined);
  const look: Look = { stack, state: undefined, records: [], deletions: new Set(), durationMs: 0 };
  if (packed === undefined || why !== undefined) {
    const failed = why === undefined ? look : { ...look, failure: why };
    return { look: failed, result: classifyStack(failed) };
  }
  const state = JSON.parse(gunzipSync(packed).toString()) as StateResource[];
  const first: Look = { ...look, state, records: await parts.observer.recordsOf(state) };
  const result = classifyStack(first);
  if (!source.mayChange || !result.findings.some(({ tier }) => outdated.has(tier))) return { look: first, result };
  // An up that ended since the state was read looks like drift.
  const later = await source.read(parts.interrupted).catch(() => state);
  if (isDeepStrictEqual(later, state)) return { look: first, result };
  const again: Look = { ...look, state: later, records: await parts.observer.recordsOf(later) };
  // The keys of an account are in the records of one look alone.
  return { look: { ...again, records: [...first.records, ...again.records] }, result: classifyStack(again) };
}

/** Tiers that an outdated state may cause. */
const outdated: ReadonlySet<string> = new Set(["changed", "gone", "pending-program"]);

/** Only what says which keys a stack holds, so that a thousand stacks fit into memory. */
function onlyOwners(look: Look): Look {
  const state = look.state?.map(ownerOf);
  return { ...look, state, records: look.records.filter(({ record }) => record === "account") };
}

function ownerOf({ urn, type, id, inputs, outputs }: StateResource): StateResource {
  const { __resource, name } = inputs;
  const { accountId, __kept, current, retiring } = outputs;
  const owner = { urn, type, inputs: { __resource, name }, outputs: { accountId, __kept, current, retiring } };
  return id === undefined ? owner : { ...owner, id };
}

/** A key that was adopted or created since is in a state by now: before any is called unmanaged, states that changed are read again. */
async function withLaterStates(owners: readonly Look[], parts: FromStateParts): Promise<readonly Look[]> {
  const { sources, jobs, interrupted, findKeyOwners } = parts;
  const unclaimed = accountsOf(owners, findKeyOwners).flatMap((account) => account.unclaimed);
  if (unclaimed.every(isElsewhere)) return owners;
  const updated = (await parts.updatedSince?.()) ?? new Set(sources);
  return sideBySide(owners, jobs, async (look, place) => {
    const source = sources[place]!;
    if (!source.mayChange || look.state === undefined || !updated.has(source)) return look;
    const later = await source.read(interrupted).catch(() => []);
    return { ...look, state: [...look.state, ...later.map(ownerOf)] };
  });
}
