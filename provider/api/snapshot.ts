import type { ApiKeyRecord } from "./contract/api-key";
import type { KeyList } from "./key-list";
import type { ListedKey, ReadListing } from "./listed-key";
import type { Dependencies } from "./service";

/** A consistent walk of the list. */
export interface Walk extends ReadListing {
  /** Walks count from 1; a later one has a higher number. One that another process made has that of the last before it. */
  number: number;
  ids: ReadonlySet<string>;
  /** How long it may serve a decision, by the local clock, in milliseconds. */
  servesUntilMs: number;
}

/** What is kept of a walk once a later one was made: which keys it lacked, and when. */
export type PastWalk = Pick<Walk, "number" | "endedMs" | "ids">;

export interface SnapshotSettings {
  snapshotMaxAgeMs: number;
  absenceConfirmMs: number;
  newKeyGraceMs: number;
}

/** What this process itself knows of a key, by writing it or by reading it alone. */
type OwnKnowledge = { sinceNumber: number } & (
  | { deleted: true }
  | {
      deleted?: undefined;
      record: ApiKeyRecord;
      /** Walks begun when the record was true: later ones know better. */
      walksBegun: number;
      /** When it was created, by the local clock, where that was ours. */
      createdMs?: number;
    }
);

type Unnumbered = OwnKnowledge extends infer Each ? (Each extends unknown ? Omit<Each, "sinceNumber"> : never) : never;

/** The keys of one account, walked as seldom as the freshness that is asked for allows. */
export interface Snapshot {
  /** A walk that may serve a decision: not older than `snapshotMaxAgeMs`, or the one that is under way. */
  current(): Promise<Walk>;
  /** How many walks have begun so far: what `walkAfter` takes. */
  ticket(): number;
  /** A walk that began after the ticket was taken. */
  walkAfter(ticket: number): Promise<Walk>;
  /**
   * A walk after this one that began at this local time or later; `onWait` is called once for all who wait for it
   * together.
   */
  walkNotBefore(ms: number, after: Walk, onWait: (waitMs: number) => void): Promise<Walk>;
  /** The last walk that ended at least `absenceConfirmMs` before this one began, if it is known. */
  earlierThan(walk: Walk): PastWalk | undefined;
  /** The keys of a walk, corrected by what this process knows better, newest first. */
  keysOf(walk: Walk): readonly ListedKey[];
  find(id: string, walk: Walk): ListedKey | undefined;
  /** Where the key stands in the list as far as is known, from 0. */
  indexOf(id: string): number | undefined;
  /** The key as this process last saw it, however long ago; undefined: it never did. */
  lastSeen(id: string): ApiKeyRecord | undefined;
  /** What is known by now, for a creation that is sent next: later reads and writes do not change what it returns. */
  known(): { wasListed: boolean; knows(id: string): boolean };
  deletedByUs(id: string): boolean;
  /** Whether any key that this process saw had `last_used`, deleted keys included. */
  hasShownLastUse(): boolean;
  /** The key as we know it, if this process created it and has not deleted it. */
  createdByUs(id: string): ApiKeyRecord | undefined;
  created(record: ApiKeyRecord): void;
  /** A record that was read or answered after the ticket was taken. */
  seen(record: ApiKeyRecord, ticket: number): void;
  deleted(id: string): void;
}

export function createSnapshot(
  list: Pick<KeyList, "walk" | "sharedWalk">,
  settings: SnapshotSettings,
  dependencies: Pick<Dependencies, "monotonicMs" | "sleep">,
): Snapshot {
  let begun = 0;
  let running: { number: number; promise: Promise<Walk> } | undefined;
  let latest: Walk | undefined;
  /** Walks before the latest, oldest first: no older one than needed, and only what they prove. */
  const past: PastWalk[] = [];
  let failed: { error: unknown; untilMs: number } | undefined;
  let scheduled: { notBeforeMs: number; after: number; promise: Promise<Walk> } | undefined;
  const own = new Map<string, OwnKnowledge>();
  let learned = 0;
  let isLastUseShown = false;
  let views = new WeakMap<Walk, { list: readonly ListedKey[]; byId: ReadonlyMap<string, ListedKey> }>();

  const isEarlyEnough = (before: PastWalk, walk: Walk): boolean =>
    walk.beganMs - before.endedMs >= settings.absenceConfirmMs;

  const remember = (walk: Walk): void => {
    if (latest !== undefined) past.push({ number: latest.number, endedMs: latest.endedMs, ids: latest.ids });
    while (past[1] !== undefined && isEarlyEnough(past[1], walk)) past.shift();
    latest = walk;
    isLastUseShown ||= walk.keys.some(({ record }) => record?.lastUsed !== undefined);
  };

  const begin = (notBeforeMs = Number.NEGATIVE_INFINITY): Promise<Walk> => {
    begun += 1;
    // A timer may fire a little early by this clock; the time that was waited for counts as come.
    const beganMs = Math.max(dependencies.monotonicMs(), notBeforeMs);
    return run(beganMs, async () => {
      const listing = await list.walk();
      return { ...listing, beganMs, endedMs: Math.max(dependencies.monotonicMs(), beganMs) };
    });
  };

  /** What another process read may have begun before any ticket that was taken here: so it gets no number of its own. */
  const beginShared = (sharedWalk: () => Promise<ReadListing>): Promise<Walk> =>
    run(dependencies.monotonicMs(), sharedWalk);

  const run = (beganMs: number, read: () => Promise<ReadListing>): Promise<Walk> => {
    const number = begun;
    const promise = read()
      .then(
        (listing) => {
          const walk: Walk = {
            ...listing,
            number,
            ids: new Set(listing.keys.map((key) => key.id)),
            servesUntilMs: dependencies.monotonicMs() + settings.snapshotMaxAgeMs,
          };
          remember(walk);
          return walk;
        },
        (error: unknown) => {
          // Whoever comes right after a long failure shares it, so that many keys do not wait for it one by one.
          const nowMs = dependencies.monotonicMs();
          failed = { error, untilMs: nowMs + Math.min(nowMs - beganMs, settings.snapshotMaxAgeMs) };
          throw error;
        },
      )
      .finally(() => {
        running = undefined;
      });
    running = { number, promise };
    return promise;
  };

  const walkAfter = async (ticket: number): Promise<Walk> => {
    for (;;) {
      if (latest !== undefined && latest.number > ticket) return latest;
      if (running === undefined) return begin();
      if (running.number > ticket) return running.promise;
      // That one began too early to prove anything; what becomes of it is the concern of those who asked for it.
      await running.promise.catch(() => undefined);
    }
  };

  const serves = (plan: { notBeforeMs: number; after: number }): boolean =>
    latest !== undefined && latest.number > plan.after && latest.beganMs >= plan.notBeforeMs;

  const wait = async (plan: { notBeforeMs: number; after: number }): Promise<Walk> => {
    let reachedMs = dependencies.monotonicMs();
    // Others may put it off while we wait: one walk for all of them.
    while (reachedMs < plan.notBeforeMs) {
      const targetMs = plan.notBeforeMs;
      await dependencies.sleep(targetMs - reachedMs);
      reachedMs = Math.max(dependencies.monotonicMs(), targetMs);
    }
    scheduled = undefined;
    while (running !== undefined) await running.promise.catch(() => undefined);
    if (serves(plan)) return latest!;
    return begin(plan.notBeforeMs);
  };

  const viewOf = (walk: Walk): { list: readonly ListedKey[]; byId: ReadonlyMap<string, ListedKey> } => {
    const known = views.get(walk);
    if (known !== undefined) return known;
    const list = corrected(walk, own, settings.newKeyGraceMs);
    const view = { list, byId: new Map(list.map((key) => [key.id, key])) };
    views.set(walk, view);
    return view;
  };

  const learn = (id: string, knowledge: Unnumbered): void => {
    learned += 1;
    isLastUseShown ||= !knowledge.deleted && knowledge.record.lastUsed !== undefined;
    own.set(id, { ...knowledge, sinceNumber: own.get(id)?.sinceNumber ?? learned });
    views = new WeakMap();
  };

  return {
    current: async () => {
      const nowMs = dependencies.monotonicMs();
      if (latest !== undefined && nowMs <= latest.servesUntilMs) return latest;
      if (running !== undefined) return running.promise;
      if (failed !== undefined && nowMs < failed.untilMs) throw failed.error;
      return list.sharedWalk === undefined ? begin() : beginShared(list.sharedWalk);
    },
    ticket: () => begun,
    walkAfter,
    walkNotBefore: (notBeforeMs, { number: after }, onWait) => {
      if (serves({ notBeforeMs, after })) return Promise.resolve(latest!);
      if (scheduled !== undefined) {
        scheduled.notBeforeMs = Math.max(scheduled.notBeforeMs, notBeforeMs);
        scheduled.after = Math.max(scheduled.after, after);
        return scheduled.promise;
      }
      const waitMs = notBeforeMs - dependencies.monotonicMs();
      if (waitMs > 0) onWait(waitMs);
      const plan = { notBeforeMs, after };
      // It forgets the plan once its time has come, which may be now: so it starts when the plan is there.
      scheduled = Object.assign(plan, { promise: Promise.resolve().then(() => wait(plan)) });
      return scheduled.promise;
    },
    earlierThan: (walk) => past.findLast((before) => isEarlyEnough(before, walk)),
    keysOf: (walk) => viewOf(walk).list,
    find: (id, walk) => viewOf(walk).byId.get(id),
    indexOf: (id) => {
      if (latest === undefined) return undefined;
      const index = viewOf(latest).list.findIndex((key) => key.id === id);
      return index === -1 ? undefined : index;
    },
    known: () => {
      const walks: readonly Pick<Walk, "ids">[] = latest === undefined ? [...past] : [...past, latest];
      const last = learned;
      return {
        wasListed: walks.length > 0,
        knows: (id) => walks.some(({ ids }) => ids.has(id)) || (own.get(id)?.sinceNumber ?? last + 1) <= last,
      };
    },
    hasShownLastUse: () => isLastUseShown,
    deletedByUs: (id) => own.get(id)?.deleted === true,
    lastSeen: (id) => {
      if (latest !== undefined) return viewOf(latest).byId.get(id)?.record;
      const known = own.get(id);
      return known?.deleted === undefined ? known?.record : undefined;
    },
    createdByUs: (id) => {
      const known = own.get(id);
      return known?.deleted === undefined && known?.createdMs !== undefined ? known.record : undefined;
    },
    created: (record) => {
      learn(record.id, { record, walksBegun: begun, createdMs: dependencies.monotonicMs() });
    },
    seen: (record, ticket) => {
      const before = own.get(record.id);
      // Deletion cannot be undone, and that it was we who created it must stay known.
      if (before?.deleted) return;
      const created = before?.createdMs === undefined ? {} : { createdMs: before.createdMs };
      learn(record.id, { record, walksBegun: ticket, ...created });
    },
    deleted: (id) => learn(id, { deleted: true }),
  };
}

/**
 * Own writes are not contradicted: what we deleted is gone ("Cannot be undone"), what we wrote or read after a walk
 * began replaces what the walk saw, and what we created is there even if a list does not show it yet.
 */
function corrected(walk: Walk, own: ReadonlyMap<string, OwnKnowledge>, newKeyGraceMs: number): readonly ListedKey[] {
  if (own.size === 0) return walk.keys;
  const list: ListedKey[] = [];
  for (const key of walk.keys) {
    const known = own.get(key.id);
    if (known?.deleted) continue;
    const isNewer = known !== undefined && walk.number <= known.walksBegun;
    list.push(isNewer ? { id: key.id, record: known.record } : key);
  }
  const unlisted: ListedKey[] = [];
  for (const [id, known] of own) {
    if (known.deleted || known.createdMs === undefined || walk.ids.has(id)) continue;
    const mayLag = walk.beganMs - known.createdMs < newKeyGraceMs;
    if (mayLag) unlisted.push({ id, record: known.record, unlisted: true });
  }
  return [...unlisted.reverse(), ...list];
}
