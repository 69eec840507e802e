import { readTime } from "../../provider/api/contract/time";
import { PaymentServiceError } from "../../provider/api/errors";
import type { KeyList, KeyPage } from "../../provider/api/key-list";
import { endlessAfter, listLimits } from "../../provider/api/list-walk";
import type { ListedKey } from "../../provider/api/listed-key";

/** How a stream of keys went, complete once it has ended. */
export interface StreamOutcome {
  /** How often the list had changed between two pages, and the place was found again. */
  changes: number;
  /** Why keys may be missing or come twice; absent: each key that was there throughout came once. */
  incomplete?: string;
  /** The service refused or did not answer: `incomplete` has what it said, and what to do. */
  failed?: true;
}

/** How many of the last keys are remembered to find the place again. */
const remembered = 20;
/** How many of them each page repeats. */
const overlap = 3;
/** How many pages before and behind are searched where none of them is. */
const searchedPages = 4;

/**
 * The keys of an account, newest first, page after page, within the limits of every list; only the last few are remembered. Where
 * keys come or go meanwhile, the place is found again by those; what can't be is told in `outcome`, and ends the stream.
 */
export async function* streamKeys(list: Pick<KeyList, "page">, outcome: StreamOutcome): AsyncGenerator<ListedKey> {
  let recent: ListedKey[] = [];
  let seen = 0;
  let offset = 0;
  try {
    for (let page = await list.page(0), pages = 1; ; pages += 1) {
      if (page.offset !== undefined && page.offset !== offset) {
        outcome.incomplete ??= `the page asked for at ${offset} came from ${page.offset}`;
        return;
      }
      const fresh = page.items.slice(placeIn(page, recent) + 1);
      const unsorted = [...recent.slice(-1), ...fresh].find(
        (key, index, all) => index > 0 && isNewer(key, all[index - 1]!),
      );
      if (unsorted !== undefined)
        outcome.incomplete ??= `it is not sorted, newest first: ${unsorted.id} comes behind an older one`;
      const known = new Set(recent.map(({ id }) => id));
      const again = fresh.find(({ id }) => known.size === known.add(id).size);
      if (again !== undefined) outcome.incomplete ??= `it shows ${again.id} twice`;
      for (const key of fresh) yield key;
      seen += fresh.length;
      recent = [...recent, ...fresh].slice(-remembered);
      if (!page.hasMore) {
        if (outcome.changes === 0 && page.total !== undefined && page.total !== seen)
          outcome.incomplete ??= `${seen} keys came, and the service says that there are ${page.total}`;
        return;
      }
      if (pages >= listLimits.maxPages || seen >= listLimits.maxItems) {
        outcome.incomplete ??= endlessAfter(pages, seen);
        return;
      }
      if (fresh.length === 0) {
        outcome.incomplete ??= `the page at ${offset} brought nothing new but promised more`;
        return;
      }
      const repeated = Math.min(overlap, page.items.length - 1);
      const next = await pageWith(list, offset + page.items.length - repeated, {
        recent,
        repeated,
        size: page.items.length,
      });
      if (next === undefined) {
        outcome.incomplete ??= `it changed while it was read, and the place behind ${recent.at(-1)!.id} was not found again`;
        return;
      }
      if (next.moved || next.page.total !== page.total) outcome.changes += 1;
      ({ page, offset } = next);
    }
  } catch (error) {
    if (!PaymentServiceError.isInstance(error)) throw error;
    outcome.incomplete ??= error.message;
    outcome.failed = true;
  }
}

/** The place of the latest remembered key that a page shows, or -1. */
function placeIn({ items }: KeyPage, recent: readonly ListedKey[]): number {
  for (const { id } of recent.toReversed()) {
    const place = items.findLastIndex((item) => item.id === id);
    if (place !== -1) return place;
  }
  return -1;
}

interface Place {
  recent: readonly ListedKey[];
  repeated: number;
  size: number;
}

interface FoundPage {
  page: KeyPage;
  offset: number;
  moved: boolean;
}

/** A page that shows where the last one ended: the one that is due, else one near it. */
async function pageWith(list: Pick<KeyList, "page">, due: number, place: Place): Promise<FoundPage | undefined> {
  const { recent, repeated, size } = place;
  const page = await list.page(due);
  const expected = recent.slice(recent.length - repeated).map(({ id }) => id);
  if (expected.every((id, index) => page.items[index]?.id === id)) {
    // Without a repeated key nothing shows that none slipped through, unless there are as many as before.
    return repeated > 0 || page.total !== undefined ? { page, offset: due, moved: false } : undefined;
  }
  if (placeIn(page, recent) !== -1) return { page, offset: due, moved: true };
  for (let step = 1; step <= searchedPages; step += 1) {
    for (const offset of [due - step * size, due + step * size]) {
      const other = await list.page(Math.max(0, offset));
      if (placeIn(other, recent) !== -1) return { page: other, offset: Math.max(0, offset), moved: true };
    }
  }
  return undefined;
}

function isNewer(key: ListedKey, than: ListedKey): boolean {
  return readTime(key.record?.createdAt) > readTime(than.record?.createdAt);
}
