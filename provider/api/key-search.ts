import { type FirstMiss, firstMissOf, judgeMissing } from "./absence";
import { type ApiKeyRecord, canonicalName, mayBeName } from "./contract/api-key";
import { type Attempt, PaymentServiceError } from "./errors";
import type { KeyList } from "./key-list";
import type { ListedKey } from "./listed-key";
import type { ApiKeyLookup, Dependencies, Freshness, Observation } from "./service";
import type { PastWalk, Snapshot, SnapshotSettings, Walk } from "./snapshot";

/** Finding one key, and being sure where it cannot be found. */
export interface KeySearch {
  /** For a decision: from the snapshot. Never throws. */
  observe(id: string, lookup?: ApiKeyLookup): Promise<Observation<ApiKeyRecord>>;
  /** From what was read after the call began. Never throws. */
  observeNow(id: string, lookup?: ApiKeyLookup): Promise<Observation<ApiKeyRecord>>;
  /** Whether a search of this run has ended with absence. */
  isProvedAbsent(id: string): boolean;
  /** For a decision: from the snapshot. @throws PaymentServiceError */
  findByName(name: string): Promise<readonly ApiKeyRecord[]>;
  /** From what was read after the call began. @throws PaymentServiceError */
  findByNameNow(name: string): Promise<readonly ApiKeyRecord[]>;
  /** One key of the name at least, or absence in the full sense. Never throws. */
  observeNamed(name: string, freshness: Freshness): Promise<Observation<readonly ApiKeyRecord[]>>;
  /** The first page, read after the call began. @throws PaymentServiceError */
  newest(): Promise<readonly ListedKey[]>;
  /** A walk of that freshness. @throws PaymentServiceError */
  walk(freshness: Freshness): Promise<Walk>;
}

export interface KeySearchParts {
  accountId: string;
  list: KeyList;
  snapshot: Snapshot;
  settings: SnapshotSettings;
  dependencies: Pick<Dependencies, "monotonicMs" | "say">;
  attemptOf(object: string): Attempt;
}

export function createKeySearch(parts: KeySearchParts): KeySearch {
  const { accountId, list, snapshot, settings, dependencies } = parts;
  const firstMisses = new Map<string, FirstMiss>();
  const provedAbsent = new Set<string>();
  /** A thousand resources look for their names in one list. */
  const byName = new WeakMap<readonly ListedKey[], NameIndex>();

  const sayWait = (waitMs: number): void => {
    dependencies.say(
      `Waiting ${seconds(waitMs)}: the list of API keys of account ${accountId} does not show an expected key. Lists may lag, so it is read once more before the key counts as gone.`,
    );
  };

  const malformed = (id: string, reason: string, advice: string): PaymentServiceError =>
    new PaymentServiceError({
      code: "malformed-response",
      attempt: parts.attemptOf(`API key ${id}`),
      reason,
      advice: `${advice}Install a newer version of pulumi-payments, which may know this form.`,
    });
  const unreadable = (id: string, problem: string): PaymentServiceError =>
    malformed(id, `the service lists this key in an unknown form (${problem})`, "");

  const search = async (
    id: string,
    lookup: ApiKeyLookup | undefined,
    ownCreationCounts: boolean,
    firstWalk: () => Promise<Walk>,
  ): Promise<Observation<ApiKeyRecord>> => {
    if (snapshot.deletedByUs(id)) return { state: "absent", why: "this run deleted it", byUs: true };
    let walk = await firstWalk();
    let first: PastWalk | undefined;
    for (;;) {
      const known = snapshot.find(id, walk);
      const key = known?.unlisted && !ownCreationCounts ? undefined : known;
      if (key?.record !== undefined) {
        firstMisses.delete(id);
        provedAbsent.delete(id);
        return { state: "found", live: key.record };
      }
      if (key !== undefined) return { state: "unknown", error: unreadable(id, key.problem) };
      if (snapshot.deletedByUs(id)) return { state: "absent", why: "this run deleted it", byUs: true };
      first ??= earliestWithout(id, walk);
      const createdAt = snapshot.createdByUs(id)?.createdAt ?? lookup?.createdAt;
      const firstMiss = firstMisses.get(id) ?? firstMissOf(walk, createdAt);
      firstMisses.set(id, firstMiss);
      const judged = judgeMissing({ first, latest: walk, firstMiss, ...settings });
      if (judged.absent) {
        provedAbsent.add(id);
        return absent();
      }
      walk = await snapshot.walkNotBefore(judged.lookAgainAtMs, walk, sayWait);
    }
  };

  let newestNext: Promise<readonly ListedKey[]> | undefined;
  let newestRunning: Promise<unknown> = Promise.resolve();
  /** One request serves all who call while another is under way. */
  const newest = (): Promise<readonly ListedKey[]> => {
    newestNext ??= newestRunning.then(async () => {
      const page = list.around(0);
      newestNext = undefined;
      newestRunning = page.catch(() => undefined);
      return (await page).items;
    });
    return newestNext;
  };

  const walkOf = (freshness: Freshness): Promise<Walk> =>
    freshness === "now" ? snapshot.walkAfter(snapshot.ticket()) : snapshot.current();

  const searchNamed = async (name: string, freshness: Freshness): Promise<Observation<readonly ApiKeyRecord[]>> => {
    const first = await walkOf(freshness);
    let walk = first;
    for (;;) {
      const live = named(name, walk);
      if (live.length > 0) return { state: "found", live };
      refuseUnclear(name, walk);
      if (walk.number > first.number) return absent();
      walk = await snapshot.walkNotBefore(first.endedMs + settings.absenceConfirmMs, walk, sayWait);
    }
  };

  const absent = (): { state: "absent"; why: string } => ({
    state: "absent",
    why: `two consistent readings of the list of account ${accountId}, ${seconds(settings.absenceConfirmMs)} or more apart, do not show it`,
  });

  const inWindow = async (id: string): Promise<ApiKeyRecord | undefined> => {
    const index = snapshot.indexOf(id);
    if (index === undefined) return undefined;
    const ticket = snapshot.ticket();
    const page = await list.around(index);
    const record = page.items.find((key) => key.id === id)?.record;
    if (record !== undefined) snapshot.seen(record, ticket);
    return record;
  };

  return {
    observe: (id, lookup) =>
      unknownIfThrown(parts, `API key ${id}`, () => search(id, lookup, true, () => snapshot.current())),
    observeNow: (id, lookup) =>
      unknownIfThrown(parts, `API key ${id}`, async () => {
        const ticket = snapshot.ticket();
        const live = await inWindow(id);
        if (live !== undefined) return { state: "found", live };
        return search(id, lookup, false, () => snapshot.walkAfter(ticket));
      }),
    isProvedAbsent: (id) => provedAbsent.has(id) || snapshot.deletedByUs(id),
    findByName: async (name) => namedOrNone(name, await snapshot.current()),
    findByNameNow: async (name) => {
      const calledMs = dependencies.monotonicMs();
      const first = await snapshot.walkAfter(snapshot.ticket());
      const found = named(name, first);
      if (found.length > 0) return found;
      const againMs = Math.max(first.endedMs + settings.absenceConfirmMs, calledMs + settings.newKeyGraceMs);
      return namedOrNone(name, await snapshot.walkNotBefore(againMs, first, sayWait));
    },
    observeNamed: (name, freshness) =>
      unknownIfThrown(parts, "API key by its name", () => searchNamed(name, freshness)),
    newest,
    walk: walkOf,
  };

  function named(name: string, walk: Walk): readonly ApiKeyRecord[] {
    return (indexOf(walk).byForm.get(canonicalName(name)) ?? []).map((key) => {
      if (key.record === undefined) throw unreadable(key.id, key.problem);
      return key.record;
    });
  }

  function indexOf(walk: Walk): NameIndex {
    const keys = snapshot.keysOf(walk);
    const index = byName.get(keys) ?? indexByName(keys);
    byName.set(keys, index);
    return index;
  }

  function namedOrNone(name: string, walk: Walk): readonly ApiKeyRecord[] {
    const found = named(name, walk);
    if (found.length === 0) refuseUnclear(name, walk);
    return found;
  }

  /** Nothing is absent while a key is listed that may be it. */
  function refuseUnclear(name: string, walk: Walk): void {
    for (const key of indexOf(walk).unclear) {
      const shown = nameIn(key);
      if (shown === undefined || mayBeName(shown, name)) {
        throw malformed(
          key.id,
          `the service lists this key under an unreadable name${key.problem === undefined ? "" : ` (${key.problem})`}, so it may be ${JSON.stringify(name)}`,
          "Give it another name in the dashboard. ",
        );
      }
    }
  }

  function earliestWithout(id: string, walk: Walk): PastWalk {
    const before = snapshot.earlierThan(walk);
    return before !== undefined && !before.ids.has(id) ? before : walk;
  }
}

async function unknownIfThrown<Live>(
  parts: KeySearchParts,
  object: string,
  look: () => Promise<Observation<Live>>,
): Promise<Observation<Live>> {
  try {
    return await look();
  } catch (error) {
    if (PaymentServiceError.isInstance(error)) return { state: "unknown", error };
    return {
      state: "unknown",
      error: new PaymentServiceError({
        code: "malformed-response",
        attempt: parts.attemptOf(object),
        reason: `an unexpected failure: ${error instanceof Error ? error.message : "not even an error"}`,
        advice: "Report this as a defect of pulumi-payments.",
        cause: error,
      }),
    };
  }
}

interface NameIndex {
  byForm: ReadonlyMap<string, ListedKey[]>;
  /** Keys of which not every character of the name arrived: they may have any name. */
  unclear: readonly ListedKey[];
}

function indexByName(keys: readonly ListedKey[]): NameIndex {
  const byForm = new Map<string, ListedKey[]>();
  const unclear: ListedKey[] = [];
  for (const key of keys) {
    const name = nameIn(key);
    if (name === undefined || name.includes("\ufffd")) unclear.push(key);
    if (name === undefined) continue;
    const form = canonicalName(name);
    const same = byForm.get(form);
    if (same === undefined) byForm.set(form, [key]);
    else same.push(key);
  }
  return { byForm, unclear };
}

const nameIn = (key: ListedKey): string | undefined => (key.record === undefined ? key.name : key.record.name);

function seconds(ms: number): string {
  return `${Math.ceil(ms / 100) / 10} s`;
}
