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

/** Limits of every reading of a list; one beyond them counts as endless. */
export const listLimits = { maxPages: 10_000, maxItems: 100_000 } as const;
const walkDefaults = { overlap: 3, maxRestarts: 5, ...listLimits } as const;

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
  const maxRestarts = options.maxRestarts ?? walkDefaults.maxRestarts;
  for (let restart = 0; ; restart += 1) {
    if (restart > 0) await options.beforeRestart?.(restart);
    const outcome = await walkOnce(options);
    if (outcome.items !== undefined) return { settled: true, items: outcome.items };
    if (outcome.endless !== undefined) return { settled: false, why: outcome.endless };
    if (restart >= maxRestarts) {
      return { settled: false, why: `in ${restart + 1} attempts it kept changing; the last time ${outcome.shifted}` };
    }
  }
}

type OneWalk<Item> =
  | { items: Item[]; shifted?: undefined; endless?: undefined }
  | { shifted: string; items?: undefined; endless?: undefined }
  | { endless: string; items?: undefined };

async function walkOnce<Item extends { id: string }>(options: WalkOptions<Item>): Promise<OneWalk<Item>> {
  const {
    overlap = walkDefaults.overlap,
    maxPages = walkDefaults.maxPages,
    maxItems = walkDefaults.maxItems,
  } = options;
  const progress: WalkProgress<Item> = { items: [], ids: new Set(), repeated: 0, offset: 0 };
  for (let pages = 1; ; pages += 1) {
    const page = await options.fetchPage(progress.offset);
    const shifted = signOfShift(progress, page, pages === 1);
    if (shifted !== undefined) return { shifted };
    for (const item of page.items.slice(progress.repeated)) {
      progress.items.push(item);
      progress.ids.add(item.id);
    }
    progress.total = page.total;
    if (!page.hasMore) return { items: progress.items };
    if (pages >= maxPages || progress.items.length >= maxItems) {
      return { endless: endlessAfter(pages, progress.items.length) };
    }
    progress.repeated = Math.min(overlap, page.items.length - 1);
    if (progress.repeated === 0 && overlap > 0 && page.total === undefined) {
      return { endless: "it comes one item at a time without a total, which cannot be read safely while it changes" };
    }
    progress.offset = progress.offset + page.items.length - progress.repeated;
  }
}

/** Why reading a list stopped at its limits, as a clause. */
export const endlessAfter = (pages: number, items: number): string =>
  `it had no end within ${pages} pages and ${items} items`;

interface WalkProgress<Item> {
  items: Item[];
  ids: Set<string>;
  /** How many items at the beginning of the next page are to be the last ones of `items`. */
  repeated: number;
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
  const { items, ids, repeated, offset } = progress;
  if (page.offset !== undefined && page.offset !== offset) {
    return `the page asked for at ${offset} came from ${page.offset}`;
  }
  if (!isFirst && page.total !== progress.total) return `the total went from ${progress.total} to ${page.total}`;
  const expected = items.slice(items.length - repeated);
  if (expected.some((item, index) => page.items[index]?.id !== item.id)) {
    return `the page at ${offset} did not begin with the items that the page before ended with`;
  }
  const fresh = page.items.slice(repeated);
  if (fresh.some((item) => ids.has(item.id)) || new Set(fresh.map((item) => item.id)).size < fresh.length) {
    return `an item came twice by the page at ${offset}`;
  }
  const seen = items.length + fresh.length;
  if (page.hasMore && fresh.length === 0) return `the page at ${offset} brought nothing new but promised more`;
  if (page.total !== undefined && (page.hasMore ? seen > page.total : seen !== page.total)) {
    return `${seen} items had come by the page at ${offset}, which says that there are ${page.total} in all${page.hasMore ? " and more to come" : ""}`;
  }
  return undefined;
}
