import { iso } from "./clock";
import type { World } from "./world";

/** One change of state of one object, as `advance` reports it. */
export interface Transition {
  kind: string;
  id: string;
  from: string;
  to: string;
  at: string;
  reason: string;
}

export function recordTransition(world: World, change: Omit<Transition, "at">): void {
  world.store.run(
    "INSERT INTO transitions (kind, id, from_status, to_status, at, reason) VALUES (?, ?, ?, ?, ?, ?)",
    change.kind,
    change.id,
    change.from,
    change.to,
    world.clock.now(),
    change.reason,
  );
}

/** Number of the latest transition; 0 before the first. */
export function lastTransition(world: World): number {
  return world.store.get<{ seq: number | null }>("SELECT max(seq) AS seq FROM transitions")?.seq ?? 0;
}

/** How many there were after the one of this number. */
export function countTransitions(world: World, seq: number): number {
  return lastTransition(world) - seq;
}

/** Those after the one of this number, oldest first. */
export function listTransitions(world: World, seq: number, offset: number, limit: number): Transition[] {
  return world.store
    .all<Omit<Transition, "at"> & { at: number }>(
      'SELECT kind, id, from_status AS "from", to_status AS "to", at, reason FROM transitions WHERE seq > ? ORDER BY seq LIMIT ?',
      // Numbered without a gap: none is ever deleted but all at once.
      seq + offset,
      limit,
    )
    .map((row) => ({ ...row, at: iso(row.at) }));
}
