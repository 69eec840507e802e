import type { Store } from "./store";

/** Facts of the data file itself: neither a reset nor a snapshot touches them. */
export function readMeta(store: Store, name: string): string | undefined {
  return store.get<{ value: string }>("SELECT value FROM meta WHERE name = ?", name)?.value;
}

export function writeMeta(store: Store, name: string, value: string): void {
  store.run(
    "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}
