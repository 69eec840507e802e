import type { ApiKeyRecord } from "../../provider/api/contract/api-key";
import { readTime } from "../../provider/api/contract/time";
import type { Finding } from "../../provider/guards/guard";
import { deleteKey, GuardRefusal } from "../../provider/lifecycle/apply";
import { type KeyWriteContext, selfVerdict } from "../../provider/lifecycle/evidence";
import { openService } from "../connection";
import { writeContext } from "../write-context";
import { type KeyClass, keyClassifier, type ObservedAccount } from "./classify";
import { messageOf, type Observed, type Place } from "./observe";

/** What became of one key that was to be removed. */
export type Removal = { id: string; removed: true; note?: string } | { id: string; removed: false; why: string };

/** Everything that a removal is decided from, read right before it. */
export interface RemovalEvidence extends Pick<Observed, "accounts" | "stacks" | "places" | "connections"> {
  /** Keys that may go though they were used lately, or are very young. */
  forced: ReadonlySet<string>;
}

/** So young a key may still be saved by the run that made it, in milliseconds. */
const youngMs = 10 * 60_000;

/** A key that may go, as far as its name and the states tell. */
interface Candidate {
  record: ApiKeyRecord;
  account: ObservedAccount;
  place: Place;
}

/**
 * Which key an id names, and whether it may go: a proved orphan, a possible duplicate, or any key that no state which was
 * read holds and that carries no tag of another stack. Pure.
 *
 * @param orphansOnly nobody named the key: only a proved orphan may go
 */
export function candidateOf(
  id: string,
  evidence: RemovalEvidence,
  orphansOnly: boolean,
): Candidate | { refusal: string } {
  const { accounts, stacks, places } = evidence;
  const found = accounts.flatMap((account) =>
    account.keys.filter((key) => key.id === id).map((key) => ({ account, key })),
  );
  const [first] = found;
  if (first === undefined)
    return {
      refusal: `no account that was read lists it: it is gone, or it is in another account. Read were ${accounts.map(({ accountId, serviceUrl }) => `${accountId} at ${serviceUrl}`).join(", ")}. Name others with --profile and --stack.`,
    };
  if (found.length > 1)
    return {
      refusal: `more than one account lists a key of this id (${found.map(({ account }) => account.accountId).join(", ")}). Name one of them with --profile.`,
    };
  const { account, key } = first;
  const { classOf, hidden } = keyClassifier(stacks);
  const refusal = objectionTo(classOf(key, account), orphansOnly);
  if (refusal !== undefined) return { refusal };
  // A rotation may have adopted any key.
  if (hidden !== undefined)
    return {
      refusal: `the state of ${hidden} keeps the ids of its keys encrypted (additionalSecretOutputs), so whether it holds this key is not known. Delete it in the dashboard.`,
    };
  const place = places.find(
    (each) => each.connection.serviceUrl === account.serviceUrl && each.accountId === account.accountId,
  );
  if (key.record === undefined || place === undefined)
    return { refusal: "the service shows it in a form that can't be read here. Delete it in the dashboard." };
  return { record: key.record, account, place };
}

function objectionTo(finding: KeyClass, orphansOnly: boolean): string | undefined {
  if (finding.is === "recorded")
    return `${finding.by} holds it. Take that resource out of the program and run 'pulumi up', which deletes the key.`;
  if (orphansOnly && finding.is !== "orphan")
    return "it is no longer an orphan: everything was read again. Look again before you delete it.";
  if (finding.is === "of-others")
    return `its name carries the tag ${finding.tag}, which no stack that was read records: another stack may hold it. Give that stack too, with --stack and --cwd. If this stack made it for a resource that its state does not know yet, run 'pulumi up' first, and then this command again.`;
  return undefined;
}

/**
 * Removes what may go, one after another; nothing is thrown over one of them.
 *
 * @param orphansOnly nobody named these keys: only proved orphans go
 */
export async function remove(
  ids: readonly string[],
  evidence: RemovalEvidence,
  orphansOnly: boolean,
): Promise<Removal[]> {
  const removals: Removal[] = [];
  for (const id of ids) {
    const candidate = candidateOf(id, evidence, orphansOnly);
    removals.push(
      "refusal" in candidate
        ? { id, removed: false, why: candidate.refusal }
        : await removeThroughGate(candidate, evidence),
    );
  }
  return removals;
}

async function removeThroughGate(
  { record, account: observed, place }: Candidate,
  evidence: RemovalEvidence,
): Promise<Removal> {
  const { id } = record;
  const service = openService(place.connection, { writes: true });
  const notes: string[] = [];
  const { connection, configuration } = place;
  const context = writeContext({
    account: service.account(observed.accountId),
    connection,
    configuration: {
      ...configuration,
      // The credentials of every stack and profile count.
      profiles: new Map(evidence.connections.map((each, index) => [String(index), each])),
      force: new Set([...configuration.force, ...evidence.forced]),
    },
    note: (line) => notes.push(line),
  });
  try {
    const self = await selfVerdict(context, id, { isGiven: false });
    if (self === "self")
      return {
        id,
        removed: false,
        why: "it is the key that this command authenticates with, which is never removed from here.",
      };
    const done = await deleteKey(context, {
      id,
      write: "delete",
      lookup: { createdAt: record.createdAt },
      known: { isGiven: false },
      self,
      deletionGuard: record.type === "publishable" ? "off" : configuration.deletionGuard,
      against: (live) =>
        live.name === record.name
          ? tooYoung(context, live)
          : [{ guard: "ownership", why: `its name is ${JSON.stringify(live.name)} now. Check it again.` }],
    });
    if (done === "already-absent") notes.push("it was gone already");
    return notes.length === 0 ? { id, removed: true } : { id, removed: true, note: notes.join("; ") };
  } catch (error) {
    if (error instanceof GuardRefusal)
      return { id, removed: false, why: error.refusals.map((finding) => inUseLine(id, finding)).join(" ") };
    return { id, removed: false, why: messageOf(error) };
  } finally {
    await service.close();
  }
}

const inUseLine = (id: string, { guard, why }: Finding): string =>
  guard === "deletion"
    ? `${why.split(", and its deletion guard")[0]}: something uses it. To remove it anyway, add --force ${id}.`
    : why;

function tooYoung({ account, configuration, clock }: KeyWriteContext, { id, createdAt }: ApiKeyRecord): Finding[] {
  const nowMs = account.apiKeys.serviceNowMs() ?? clock.now().getTime();
  const ageMs = nowMs - readTime(createdAt);
  if (!(ageMs < youngMs) || configuration.force.has(id)) return [];
  const why = `it was created ${Math.max(0, Math.round(ageMs / 1_000))} s ago: a run that is under way may be about to save it. If none is, add --force ${id}; else wait ten minutes.`;
  return [{ guard: "ownership", why }];
}
