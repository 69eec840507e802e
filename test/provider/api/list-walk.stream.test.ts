import fc from "fast-check";
import { type ListPage, type StreamOutcome, streamList } from "../../../provider/api/list-walk";

interface Item {
  id: string;
}
const keyOf = (number: number): Item => ({ id: `key_${number}` });
/** Newest first. */
const listOf = (count: number): Item[] => Array.from({ length: count }, (_, index) => keyOf(count - index));

interface Told {
  size?: number;
  total?: boolean;
  /** Called before each page but the first, with its number. */
  between?: (keys: Item[], page: number) => void;
  change?: (page: ListPage<Item>, number: number) => ListPage<Item>;
}

async function streamed(
  keys: Item[],
  { size = 10, total = true, between, change }: Told = {},
): Promise<{ ids: string[]; outcome: StreamOutcome; pages: number }> {
  let pages = 0;
  const outcome: StreamOutcome = { changes: 0 };
  const ids: string[] = [];
  const page = async (offset: number): Promise<ListPage<Item>> => {
    if (pages > 0) between?.(keys, pages);
    const number = pages++;
    const items = keys.slice(offset, offset + size);
    const told: ListPage<Item> = {
      items,
      hasMore: offset + size < keys.length,
      offset,
      ...(total ? { total: keys.length } : {}),
    };
    return change?.(told, number) ?? told;
  };
  for await (const { id } of streamList({ fetchPage: page }, outcome)) ids.push(id);
  return { ids, outcome, pages };
}

test("a list that stays as it is comes whole, in its order, each page once", async () => {
  const keys = listOf(95);
  const { ids, outcome, pages } = await streamed(keys);
  expect(ids).toEqual(keys.map(({ id }) => id));
  expect(outcome).toEqual({ changes: 0 });
  expect(pages).toBe(14);
  expect(await streamed([])).toMatchObject({ ids: [], outcome: { changes: 0 } });
});

test.each([
  ["of a thousand new keys", 1_000, 100_003],
  ["of one new key", 1, 10_003],
])(
  "a list that never ends, in pages %s, is read as far as every other list, and is reported as incomplete",
  async (_, fresh, count) => {
    let newest = 1_000_000;
    let shown: Item[] = [];
    const page = async (offset: number): Promise<ListPage<Item>> => {
      // Three of the page before, and new ones.
      const repeated = shown.slice(-3);
      shown = [...repeated, ...Array.from({ length: fresh + 3 - repeated.length }, () => keyOf(newest--))];
      return { items: shown, hasMore: true, offset };
    };
    const outcome: StreamOutcome = { changes: 0 };
    let came = 0;
    for await (const _key of streamList({ fetchPage: page }, outcome)) {
      came += 1;
      if (came > 2 * count) throw new Error("it goes on reading");
    }
    expect(came).toBe(count);
    expect(outcome.incomplete).toMatch(/it had no end within [\d]+ pages and [\d]+ items/);
  },
);

test("while keys come and go, each that was there throughout comes once, or the list is reported as incomplete", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 4, max: 12 }),
      fc.boolean(),
      fc.array(
        fc.record({
          page: fc.integer({ min: 1, max: 20 }),
          added: fc.integer({ min: 0, max: 30 }),
          gone: fc.array(fc.nat({ max: 119 }), { maxLength: 15 }),
        }),
        { maxLength: 6 },
      ),
      async (count, size, total, changes) => {
        const before = listOf(count);
        const removed = new Set<string>();
        let newest = count;
        const { ids, outcome } = await streamed([...before], {
          size,
          total,
          between: (keys, page) => {
            for (const change of changes.filter((each) => each.page === page)) {
              for (let number = 0; number < change.added; number += 1) keys.unshift(keyOf(++newest));
              for (const place of change.gone) for (const { id } of keys.splice(place, 1)) removed.add(id);
            }
          },
        });
        if (outcome.incomplete !== undefined) return;
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining(before.map(({ id }) => id).filter((id) => !removed.has(id))));
      },
    ),
    { numRuns: 300 },
  );
});

test("a change that is seen is counted, and the list is read anew: keys that came in front come too, keys that went stay", async () => {
  const came = await streamed(listOf(60), {
    between: (keys, page) => void (page === 2 && keys.unshift(keyOf(61), keyOf(62))),
  });
  expect([came.ids.length, came.outcome]).toEqual([62, { changes: 1 }]);
  const went = await streamed(listOf(60), { between: (keys, page) => void (page === 2 && keys.splice(0, 15)) });
  expect([went.ids.length, went.outcome]).toEqual([60, { changes: 1 }]);
});

test.each<[string, Told, RegExp]>([
  [
    "is shuffled",
    { change: (page) => ({ ...page, items: page.items.toReversed() }) },
    /did not begin with the items that the page before ended with/,
  ],
  [
    "promises more and ends",
    { change: (page, number) => (number > 1 ? { ...page, items: [] } : page) },
    /kept changing/,
  ],
  [
    "never ends",
    { change: (page) => ({ ...page, hasMore: true, ...(page.items.length < 10 ? { items: listOf(3) } : {}) }) },
    /kept changing/,
  ],
  ["answers another place", { change: (page) => ({ ...page, offset: 0 }) }, /came from 0/],
  ["has fewer keys than it says", { change: (page) => ({ ...page, total: 99 }) }, /says that there are 99/],
  ["comes one at a time without a total", { size: 1, total: false }, /one item at a time without a total/],
])("a list that %s is reported as incomplete, and no key comes twice", async (_, told, why) => {
  const { ids, outcome } = await streamed(listOf(45), told);
  expect(outcome.incomplete).toMatch(why);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a page that can't be read ends it with its error, and what came before stays", async () => {
  const failing = new Error("out of order");
  const outcome: StreamOutcome = { changes: 0 };
  const ids: string[] = [];
  const keys = listOf(45);
  const page = async (offset: number): Promise<ListPage<Item>> => {
    if (offset === 14) throw failing;
    return { items: keys.slice(offset, offset + 10), hasMore: true, offset, total: 45 };
  };
  const reading = async (): Promise<void> => {
    for await (const { id } of streamList({ fetchPage: page }, outcome)) ids.push(id);
  };
  await expect(reading()).rejects.toBe(failing);
  expect([ids.length, outcome]).toEqual([17, { changes: 0 }]);
});

test("a key that a page shows twice comes once, and the list is reported as incomplete, with and without a total", async () => {
  for (const total of [true, false]) {
    const keys = [...listOf(25), keyOf(1), keyOf(1)];
    const { ids, outcome } = await streamed(keys, { total });
    expect(outcome.incomplete).toMatch(/an item came twice by the page at 21/);
    expect(new Set(ids).size).toBe(ids.length);
  }
});
