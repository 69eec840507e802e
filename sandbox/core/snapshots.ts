import { iso } from "./clock";
import { ServiceError } from "./errors";
import type { Store } from "./store";
import { stateTables } from "./tables";
import type { World } from "./world";

export interface Snapshot {
  name: string;
  /** Moment of the clock that it holds. */
  at: string;
}

/** Keeps a copy of everything under a name, replacing an earlier one. `tools` is what the tester's tools hold, as text. */
export function saveSnapshot(world: World, name: string, tools: string): Snapshot {
  return world.store.transaction(() => {
    world.clock.pin();
    const atMs = world.clock.now();
    world.store.run(
      "INSERT INTO snapshots (name, at, tools) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET at = ?2, tools = ?3",
      name,
      atMs,
      tools,
    );
    for (const table of stateTables) {
      const columns = columnsOf(world.store, table);
      world.store.run(`DELETE FROM saved_${table} WHERE snapshot = ?`, name);
      world.store.run(`INSERT INTO saved_${table} (snapshot, ${columns}) SELECT ?, ${columns} FROM ${table}`, name);
    }
    return { name, at: iso(atMs) };
  });
}

/**
 * Puts everything back as it was, the clock included, and answers the tools' text.
 * @throws ServiceError `not_found`
 */
export function restoreSnapshot(world: World, name: string): Snapshot & { tools: string } {
  return world.store.transaction(() => {
    const saved = world.store.get<{ at: number; tools: string }>(
      "SELECT at, tools FROM snapshots WHERE name = ?",
      name,
    );
    if (!saved) throw new ServiceError("not_found", `No snapshot "${name}".`, "name");
    for (const table of stateTables) {
      const columns = columnsOf(world.store, table);
      world.store.run(`DELETE FROM ${table}`);
      world.store.run(
        `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM saved_${table} WHERE snapshot = ?`,
        name,
      );
    }
    world.clock.resume();
    return { name, at: iso(saved.at), tools: saved.tools };
  });
}

/** By name. */
export function listSnapshots(world: World): Snapshot[] {
  return world.store
    .all<{ name: string; at: number }>("SELECT name, at FROM snapshots ORDER BY name")
    .map(({ name, at }) => ({ name, at: iso(at) }));
}

/** Empties everything but the snapshots and what the data file says of itself. */
export function clearState(store: Store): void {
  for (const table of stateTables) store.run(`DELETE FROM ${table}`);
}

function columnsOf(store: Store, table: string): string {
  return store
    .all<{ name: string }>("SELECT name FROM pragma_table_info(?)", table)
    .map(({ name }) => name)
    .join(", ");
}
