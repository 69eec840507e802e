import type { Store } from "./store";

/** The most entries of one store. Past it all are dropped, and those in use are read again. */
const mostEntries = 10_000;

/**
 * What was read of `rememberedColumns` and is asked for again and again. All of a store's entries are dropped when one of those may have
 * changed. Only what was found is cached, so that new rows change nothing.
 */
export class Memo<Value extends object> {
  private readonly stores = new WeakMap<Store, { changes: number; values: Map<string, Value> }>();

  /** The value cached under `key`, or what `read` finds. It is shared by all who ask, so it is frozen. */
  get(store: Store, key: string, read: () => Value | undefined): Readonly<Value> | undefined {
    let cached = this.stores.get(store);
    if (cached?.changes !== store.changes) {
      cached = { changes: store.changes, values: new Map() };
      this.stores.set(store, cached);
    }
    const known = cached.values.get(key);
    if (known) return known;
    const found = read();
    if (!found) return undefined;
    if (cached.values.size >= mostEntries) cached.values.clear();
    cached.values.set(key, Object.freeze(found));
    return found;
  }
}
