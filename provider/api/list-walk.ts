/** One page of a list that is sorted newest first, as far as walking needs to know it. */
export interface ListPage<Item> {
  items: readonly Item[];
  hasMore: boolean;
  /** Where the service says that the page begins, if it does. */
  offset?: number | undefined;
  /** How many there are in all, if the service says so. */
  total?: number | undefined;
}

export interface WalkOptions<Item> {
  fetchPage(offset: number): Promise<ListPage<Item>>;
  /** How many items of the page before each page repeats; a page must be larger than that to get on, else fewer are. */
  overlap?: number;
  /** How often a walk may begin anew before it is given up. */
  maxRestarts?: number;
  /** Bounds of one walk; a list beyond them counts as endless. */
  maxPages?: number;
  maxItems?: number;
  /** Called before each new beginning, with its number from 1 on. */
  beforeRestart?(restart: number): Promise<void>;
}

/** `settled: false` says that no consistent list could be read, and why; it never comes with items. */
export type WalkOutcome<Item> = { settled: true; items: Item[] } | { settled: false; why: string };

const walkDefaults = { overlap: 3, maxRestarts: 5, maxPages: 10_000, maxItems: 100_000 } as const;

/**
 * Reads a whole list page by page while others add to it and take from it.
 *
 * The list is sorted newest first, so what is added comes in at the front and moves the rest back: pages repeat items,
 * nothing is missed. What is taken away moves the rest forward: items slip through between two pages. So every page
 * begins with the last few items of the page before. An item that existed throughout comes after them in the list; if
 * they are still found where they were, it cannot have slipped before them. Any other picture (another order, an item
 * twice, a `total` that changes or does not add up, an end that is none) begins the walk anew, a bounded number of times.
 */
export async function walkList<Item extends { id: string }>(options: WalkOptions<Item>): Promise<WalkOutcome<Item>> {
  let items: Item[] = [];
  const pages = pagesOf(options);
  for (;;) {
    const next = await pages.next();
    if (next.done) return next.value === undefined ? { settled: true, items } : { settled: false, why: next.value };
    items = next.value.isFirst ? [...next.value.fresh] : items.concat(next.value.fresh);
  }
}

/** How a stream of a list went, complete once it has ended. */
export interface StreamOutcome {
  /** How often the list had changed between two pages, and was read anew from its beginning. */
  changes: number;
  /** Why items may be missing; absent: each item that was there throughout came once. */
  incomplete?: string;
}

/**
 * Reads a list as `walkList` does, and yields each item as its page arrives, once; only ids are remembered. What others added or took
 * away meanwhile may come or not.
 *
 * @throws whatever `fetchPage` throws
 */
export async function* streamList<Item extends { id: string }>(
  options: WalkOptions<Item>,
  outcome: StreamOutcome,
): AsyncGenerator<Item> {
  const ids = new Set<string>();
  const pages = pagesOf(options);
  for (;;) {
    const next = await pages.next();
    if (next.done) {
      if (next.value !== undefined) outcome.incomplete = next.value;
      return;
    }
    if (next.value.isFirst && next.value.restart > 0) outcome.changes += 1;
    for (const item of next.value.fresh) {
      if (ids.size < ids.add(item.id).size) yield item;
    }
  }
}

interface FreshPage<Item> {
  /** Of the items of a page, those that the page before did not have. */
  fresh: readonly Item[];
  /** Whether the reading begins with it, for the first time or anew. */
  isFirst: boolean;
  /** How often the reading began anew before. */
  restart: number;
}

/** Reads pages until one reading was consistent; returns why none was, or undefined. */
async function* pagesOf<Item extends { id: string }>(
  options: WalkOptions<Item>,
): AsyncGenerator<FreshPage<Item>, string | undefined> {
  const maxRestarts = options.maxRestarts ?? walkDefaults.maxRestarts;
  for (let restart = 0; ; restart += 1) {
    if (restart > 0) await options.beforeRestart?.(restart);
    const end = yield* readOnce(options, restart);
    if (end.endless !== undefined) return end.endless;
    if (end.shifted === undefined) return undefined;
    if (restart >= maxRestarts) return `in ${restart + 1} attempts it kept changing; the last time ${end.shifted}`;
  }
}

/** Reads from the first page on; returns what did not fit, or why the list counts as endless. */
async function* readOnce<Item extends { id: string }>(
  options: WalkOptions<Item>,
  restart: number,
): AsyncGenerator<FreshPage<Item>, { shifted?: string; endless?: string }> {
  const {
    overlap = walkDefaults.overlap,
    maxPages = walkDefaults.maxPages,
    maxItems = walkDefaults.maxItems,
  } = options;
  const progress: WalkProgress<Item> = { ids: new Set(), repeated: [], offset: 0 };
  for (let pages = 1; ; pages += 1) {
    const page = await options.fetchPage(progress.offset);
    const shifted = signOfShift(progress, page, pages === 1);
    if (shifted !== undefined) return { shifted };
    const fresh = page.items.slice(progress.repeated.length);
    for (const { id } of fresh) progress.ids.add(id);
    progress.total = page.total;
    yield { fresh, isFirst: pages === 1, restart };
    const count = progress.ids.size;
    if (!page.hasMore) return {};
    if (pages >= maxPages || count >= maxItems)
      return { endless: `it had no end within ${pages} pages and ${count} items` };
    const repeated = Math.min(overlap, page.items.length - 1);
    if (repeated === 0 && overlap > 0 && page.total === undefined) {
      return { endless: "it comes one item at a time without a total, which cannot be read safely while it changes" };
    }
    progress.repeated = page.items.slice(page.items.length - repeated);
    progress.offset = progress.offset + page.items.length - repeated;
  }
}

interface WalkProgress<Item> {
  /** Of everything that came. */
  ids: Set<string>;
  /** What the next page is to begin with: the last items of the page before. */
  repeated: readonly Item[];
  /** Where the next page is to begin. */
  offset: number;
  total?: number | undefined;
}

/** What of a page does not fit the pages before it, as a clause; undefined if all does. Pure. */
function signOfShift<Item extends { id: string }>(
  progress: WalkProgress<Item>,
  page: ListPage<Item>,
  isFirst: boolean,
): string | undefined {
  const { ids, repeated, offset } = progress;
  if (page.offset !== undefined && page.offset !== offset) {
    return `the page asked for at ${offset} came from ${page.offset}`;
  }
  if (!isFirst && page.total !== progress.total) return `the total went from ${progress.total} to ${page.total}`;
  if (repeated.some((item, index) => page.items[index]?.id !== item.id)) {
    return `the page at ${offset} did not begin with the items that the page before ended with`;
  }
  const fresh = page.items.slice(repeated.length);
  if (fresh.some((item) => ids.has(item.id)) || new Set(fresh.map((item) => item.id)).size < fresh.length) {
    return `an item came twice by the page at ${offset}`;
  }
  const seen = ids.size + fresh.length;
  if (page.hasMore && fresh.length === 0) return `the page at ${offset} brought nothing new but promised more`;
  if (page.total !== undefined && (page.hasMore ? seen > page.total : seen !== page.total)) {
    return `${seen} items had come by the page at ${offset}, which says that there are ${page.total} in all${page.hasMore ? " and more to come" : ""}`;
  }
  return undefined;
}
