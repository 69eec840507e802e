import type { Store } from "./store";
import type { Change } from "./written-rows";

/** Most entries that are kept of one store; past it all are dropped, and those still in use come back. */
const mostKept = 10_000;

/**
 * What was read from tables and is asked for again and again. All of a store's entries are dropped when one of the columns that they
 * were read from may have changed, whoever changed it, and when a transaction or a part of one is taken back. Only what was found is
 * kept, so that new rows change nothing.
 */
export class Memo<Value extends object> {
  private readonly stores = new WeakMap<Store, Map<string, Value>>();

  /** `sources`: the tables that values are read from, and of each the columns. */
  constructor(private readonly sources: Readonly<Record<string, readonly string[]>>) {}

  /** The value kept under `key`, or what `read` finds. It is shared by all who ask, so it is frozen. */
  get(store: Store, key: string, read: () => Value | undefined): Readonly<Value> | undefined {
    const kept = this.stores.get(store) ?? this.watch(store);
    const known = kept.get(key);
    if (known) return known;
    const found = read();
    if (!found) return undefined;
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, Object.freeze(found));
    return found;
  }

  private watch(store: Store): Map<string, Value> {
    const kept = new Map<string, Value>();
    this.stores.set(store, kept);
    store.onChange((change) => {
      if (change === "taken back" || this.restsOn(change)) kept.clear();
    });
    return kept;
  }

  private restsOn({ table, columns }: Change): boolean {
    const read = Object.hasOwn(this.sources, table) ? this.sources[table] : undefined;
    if (!read || columns === "none") return false;
    return columns === "any" || columns.some((column) => read.includes(column));
  }
}
