import fc from "fast-check";
import { type ListPage, type WalkOptions, walkList } from "../../../provider/api/list-walk";

interface Item {
  id: string;
}
const itemsOf = (count: number): Item[] => Array.from({ length: count }, (_, index) => ({ id: `k${count - index}` }));

/** A service's list in the plainest form: an array, newest first, served page by page. */
function pager(list: Item[], pageMax: number, withTotal = true) {
  const asked: number[] = [];
  const fetchPage = async (offset: number): Promise<ListPage<Item>> => {
    asked.push(offset);
    const page: ListPage<Item> = {
      items: list.slice(offset, offset + pageMax),
      hasMore: offset + pageMax < list.length,
      offset,
    };
    return withTotal ? { ...page, total: list.length } : page;
  };
  return { asked, fetchPage };
}

describe("walking a list that keeps still", () => {
  const page = 100;
  const overlap = 3;
  test.each([0, 1, 99, page, page + 1, 197, 198, 1_000])(
    "%i items take exactly as many pages as the formula says",
    async (count) => {
      const { asked, fetchPage } = pager(itemsOf(count), page);
      const outcome = await walkList({ fetchPage });
      expect(outcome).toEqual({ settled: true, items: itemsOf(count) });
      expect(asked).toHaveLength(1 + Math.max(0, Math.ceil((count - page) / (page - overlap))));
    },
  );

  test("any size of list and page is read whole and in order, with a total or without", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 2, max: 25 }), fc.boolean(), async (count, pageMax, withTotal) => {
        const { fetchPage } = pager(itemsOf(count), pageMax, withTotal);
        expect(await walkList({ fetchPage })).toEqual({ settled: true, items: itemsOf(count) });
      }),
    );
  });

  test("a list that is read without repeating anything may come one item at a time", async () => {
    const { asked, fetchPage } = pager(itemsOf(5), 1, false);
    expect(await walkList({ fetchPage, overlap: 0 })).toEqual({ settled: true, items: itemsOf(5) });
    expect(asked).toEqual([0, 1, 2, 3, 4]);
  });

  test("pages of one item are read only where a total tells of every change", async () => {
    expect((await walkList(pager(itemsOf(5), 1))).settled).toBe(true);
    expect(await walkList(pager(itemsOf(5), 1, false))).toMatchObject({
      settled: false,
      why: expect.stringContaining("one item at a time"),
    });
    expect((await walkList(pager(itemsOf(1), 1, false))).settled).toBe(true);
  });
});

describe("walking a list that changes", () => {
  /** What others do before each page is served: how many keys they create, and which they delete (as a fraction of the list). */
  const change = fc.record({
    created: fc.nat(6),
    deleted: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 6 }),
  });

  test("no key that existed throughout is lost, and none comes twice, whatever is created and deleted meanwhile", async () => {
    let believed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.option(change, { freq: 3 }), { maxLength: 25 }),
        fc.boolean(),
        async (count, pageMax, changes, withTotal) => {
          const list = itemsOf(count);
          const throughout = new Set(list.map((item) => item.id));
          const { fetchPage } = pager(list, pageMax, withTotal);
          let calls = 0;
          const outcome = await walkList({
            fetchPage: async (offset) => {
              const now = changes[calls];
              calls += 1;
              for (let index = 0; index < (now?.created ?? 0); index += 1) list.unshift({ id: `n${calls}_${index}` });
              for (const where of now?.deleted ?? []) {
                const [gone] = list.splice(Math.floor(where * list.length), 1);
                if (gone !== undefined) throughout.delete(gone.id);
              }
              return fetchPage(offset);
            },
          });
          if (!outcome.settled) return;
          if (calls > 1) believed += 1;
          const ids = outcome.items.map((item) => item.id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const id of throughout) expect(ids).toContain(id);
        },
      ),
      { numRuns: 1_000 },
    );
    // Otherwise the property would hold by never believing anything.
    expect(believed).toBeGreaterThan(150);
  });

  test("one disturbance is survived by beginning anew", async () => {
    const list = itemsOf(30);
    const { asked, fetchPage } = pager(list, 10);
    let disturbed = false;
    const restarts: number[] = [];
    const outcome = await walkList({
      fetchPage: async (offset) => {
        if (offset > 0 && !disturbed) {
          disturbed = true;
          list.splice(0, 5);
        }
        return fetchPage(offset);
      },
      beforeRestart: async (restart) => {
        restarts.push(restart);
      },
    });
    expect(outcome).toEqual({ settled: true, items: itemsOf(25) });
    expect(restarts).toEqual([1]);
    expect(asked.filter((offset) => offset === 0)).toHaveLength(2);
  });

  test("a list that never keeps still is given up after five new beginnings, and the outcome says what was seen", async () => {
    const list = itemsOf(30);
    const { asked, fetchPage } = pager(list, 10);
    const outcome = await walkList({
      fetchPage: async (offset) => {
        if (offset > 0) list.splice(0, 1);
        return fetchPage(offset);
      },
    });
    expect(outcome).toEqual({
      settled: false,
      why: expect.stringContaining("in 6 attempts it kept changing; the last time the total went from"),
    });
    expect(asked.filter((offset) => offset === 0)).toHaveLength(6);
  });
});

describe("a list that lies is never believed", () => {
  const honest = async (offset: number) => pager(itemsOf(30), 10).fetchPage(offset);
  const liars: Record<string, WalkOptions<Item>["fetchPage"]> = {
    "every page is the first one": async () => ({
      ...(await honest(0)),
      offset: undefined,
      total: undefined,
      hasMore: true,
    }),
    "the offset is ignored and said so": async () => honest(0),
    "the total is larger than what came": async (offset) => ({ ...(await honest(offset)), total: 31 }),
    "the total is smaller than what came": async (offset) => ({ ...(await honest(offset)), total: 29 }),
    "the end comes too soon": async (offset) => ({ ...(await honest(offset)), hasMore: false }),
    "the end never comes": async (offset) => ({ ...(await honest(offset)), hasMore: true }),
    "the end never comes and there is no total": async (offset) => ({
      ...(await honest(offset)),
      total: undefined,
      hasMore: true,
    }),
    "the end never comes, though there is a total": async (offset) => ({
      items: Array.from({ length: 10 }, (_, index) => ({ id: `e${offset + index}` })),
      hasMore: true,
      total: 30,
    }),
    "a page is empty but promises more": async () => ({ items: [], hasMore: true }),
    "an item comes twice in one page": async () => ({ items: [{ id: "a" }, { id: "a" }], hasMore: false }),
    "the overlap comes in another order": async (offset) => {
      const { items, hasMore } = await honest(offset);
      return { items: offset === 0 ? items : [items[1]!, items[0]!, ...items.slice(2)], hasMore };
    },
    "a total appears on some pages only": async (offset) => {
      const page = await honest(offset);
      return offset === 0 ? { ...page, total: undefined } : page;
    },
  };
  test.each(Object.entries(liars))("%s, and that is found out soon", async (_, lie) => {
    let pages = 0;
    const fetchPage = (offset: number) => {
      pages += 1;
      return lie(offset);
    };
    expect((await walkList({ fetchPage })).settled).toBe(false);
    expect(pages).toBeLessThanOrEqual(6 * 6);
  });

  test.each<[string, Partial<Record<number, Partial<ListPage<Item>>>>, string]>([
    ["comes from elsewhere", { 7: { offset: 8 } }, "the page asked for at 7 came from 8"],
    ["has another total", { 7: { total: 31 } }, "the total went from 30 to 31"],
    [
      "does not begin as the one before ended",
      { 7: { items: itemsOf(30).slice(8, 18) } },
      "the page at 7 did not begin with the items that the page before ended with",
    ],
    [
      "repeats an item of an earlier page",
      { 7: { items: [...itemsOf(30).slice(7, 16), { id: "k30" }] } },
      "an item came twice by the page at 7",
    ],
    [
      "repeats an item of its own",
      { 7: { items: [...itemsOf(30).slice(7, 16), { id: "k15" }] } },
      "an item came twice by the page at 7",
    ],
    [
      "brings nothing new",
      { 7: { items: itemsOf(30).slice(7, 10) } },
      "the page at 7 brought nothing new but promised more",
    ],
    [
      "goes beyond the total",
      { 0: { total: 9 } },
      "10 items had come by the page at 0, which says that there are 9 in all and more to come",
    ],
    [
      "ends before the total",
      { 7: { hasMore: false } },
      "17 items had come by the page at 7, which says that there are 30 in all",
    ],
  ])("a page that %s is told by what does not fit", async (_, lies, why) => {
    const fetchPage = async (offset: number) => ({ ...(await honest(offset)), ...lies[offset] });
    expect(await walkList({ fetchPage, maxRestarts: 1 })).toEqual({
      settled: false,
      why: `in 2 attempts it kept changing; the last time ${why}`,
    });
  });

  test("one page too many is no lie: a list that only learns of its end by an empty rest is read whole", async () => {
    const { asked, fetchPage } = pager(itemsOf(30), 10);
    const late = async (offset: number) => ({ ...(await fetchPage(offset)), hasMore: offset < 28 - 1 });
    expect(await walkList({ fetchPage: late })).toEqual({ settled: true, items: itemsOf(30) });
    expect(asked.at(-1)).toBe(27);
  });

  test("a list without an end is given up within its bounds, without beginning anew", async () => {
    let made = 0;
    const endless = async (offset: number): Promise<ListPage<Item>> => {
      made += 1;
      return { items: Array.from({ length: 10 }, (_, index) => ({ id: `e${offset + index}` })), hasMore: true };
    };
    expect(await walkList({ fetchPage: endless, maxPages: 50 })).toMatchObject({
      settled: false,
      why: expect.stringContaining("no end within 50 pages"),
    });
    expect(made).toBe(50);
    made = 0;
    expect(await walkList({ fetchPage: endless, overlap: 0, maxItems: 100 })).toEqual({
      settled: false,
      why: "it had no end within 10 pages and 100 items",
    });
    expect(made).toBe(10);
  });
});
