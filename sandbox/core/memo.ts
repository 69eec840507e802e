import type { Store } from "./store";

/** Most entries that are kept of one store; past it all are dropped, and those still in use come back. */
const mostKept = 10_000;

/**
 * What was read of `rememberedColumns` and is asked for again and again. All of a store's entries are dropped when one of those may have
 * changed. Only what was found is kept, so that new rows change nothing.
 */
export class Memo<Value extends object> {
  private readonly stores = new WeakMap<Store, { changes: number; values: Map<string, Value> }>();

  /** The value kept under `key`, or what `read` finds. It is shared by all who ask, so it is frozen. */
  get(store: Store, key: string, read: () => Value | undefined): Readonly<Value> | undefined {
    let kept = this.stores.get(store);
    if (kept?.changes !== store.changes) {
      kept = { changes: store.changes, values: new Map() };
      this.stores.set(store, kept);
    }
    const known = kept.values.get(key);
    if (known) return known;
    const found = read();
    if (!found) return undefined;
    if (kept.values.size >= mostKept) kept.values.clear();
    kept.values.set(key, Object.freeze(found));
    return found;
  }
}
