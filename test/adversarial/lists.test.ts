import { goneLife, type Variant, wholeLife } from "./key-life";
import { pageOf, type Shown } from "./liar";
import { endLives } from "./life";

afterEach(endLives);

/** Says something of the page that is not so, or not at all. */
const saying =
  (change: (page: Shown, call: number) => Shown): Variant["lie"] =>
  () => ({
    list: (keys, call) => change(pageOf(keys, call, 3), call.call),
  });
const without = (...names: string[]): Variant["lie"] =>
  saying((page) => Object.fromEntries(Object.entries(page).filter(([name]) => !names.includes(name))));

/** A list that shows what was so some requests ago. */
function lagging(requests: number): Variant["lie"] {
  return () => {
    const past: Shown[][] = [];
    return {
      list: (keys, call) => {
        past.push(keys);
        return pageOf(past[Math.max(0, past.length - 1 - requests)] ?? keys, call);
      },
    };
  };
}

/** The same numbers every time, so that a failure comes again. */
function numbers(): () => number {
  let seed = 42;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}

const unsettled =
  /is not a page of keys|the list of API keys could not be read: (?:in 6 attempts it kept changing|it had no end|it comes one item at a time)/;

const truthful: Variant[] = [
  { says: "pages by three", lie: saying((page) => page) },
  { says: "omits total", lie: without("total") },
  { says: "omits total, offset and limit", lie: without("total", "offset", "limit") },
  {
    says: "gives null for total, offset and limit",
    lie: saying((page) => ({ ...page, total: null, offset: null, limit: null })),
  },
  { says: "gives total as a text", lie: saying((page) => ({ ...page, total: String(page.total) })) },
  { says: "grants a limit that it does not tell", lie: saying((page) => ({ ...page, limit: 100 })) },
  { says: "adds fields that nobody knows", lie: saying((page) => ({ ...page, next: "x", links: { self: "/" } })) },
  {
    says: "gives everything, whatever the limit",
    lie: () => ({ list: (keys, call) => pageOf(keys, { ...call, limit: 1_000 }, 1_000) }),
  },
  { says: "lists the oldest first", lie: () => ({ list: (keys, call) => pageOf([...keys].reverse(), call, 3) }) },
  {
    says: "sorts by name",
    lie: () => ({
      list: (keys, call) =>
        pageOf(
          [...keys].sort((a, b) => String(a.name).localeCompare(String(b.name))),
          call,
          3,
        ),
    }),
  },
  { says: "lags by one request", lie: lagging(1), lags: true },
];

const lying: Variant[] = [
  {
    says: "gives one item a page and no total",
    lie: () => ({ list: (keys, call) => ({ ...pageOf(keys, call, 1), total: undefined }) }),
    refuses: unsettled,
  },
  { says: "omits has_more", lie: without("has_more"), refuses: unsettled },
  {
    says: "gives has_more as a text",
    lie: saying((page) => ({ ...page, has_more: String(page.has_more) })),
    refuses: unsettled,
  },
  { says: "always has more", lie: saying((page) => ({ ...page, has_more: true })), refuses: unsettled },
  {
    says: "says that there are more than come",
    lie: saying((page) => ({ ...page, total: Number(page.total) + 1 })),
    refuses: unsettled,
  },
  {
    says: "says that there are fewer than come",
    lie: saying((page) => ({ ...page, total: Number(page.total) - 1 })),
    refuses: unsettled,
  },
  {
    says: "says another total each time",
    lie: saying((page, call) => ({ ...page, total: 50 + call })),
    refuses: unsettled,
  },
  {
    says: "shuffles for every page",
    lie: () => {
      const next = numbers();
      return {
        list: (keys, call) =>
          pageOf(
            [...keys].sort(() => next() - 0.5),
            call,
            3,
          ),
      };
    },
    refuses: unsettled,
  },
  {
    says: "repeats an item within a page",
    lie: () => ({ list: (keys, call) => pageOf([keys[0]!, ...keys], call, 3) }),
    refuses: unsettled,
  },
  {
    says: "gives the first page for every offset",
    lie: () => ({ list: (keys, call) => pageOf(keys, { ...call, offset: 0 }, 3) }),
    refuses: unsettled,
  },
  {
    says: "ends after the first page though its total says more",
    lie: saying((page) => ({ ...page, has_more: false })),
    refuses: unsettled,
  },
  { says: "answers a bare array", lie: () => ({ list: (keys) => keys }), refuses: unsettled },
  {
    says: "answers its page under data",
    lie: () => ({ list: (keys, call) => ({ data: pageOf(keys, call) }) }),
    refuses: unsettled,
  },
];

/** Wrong now and then, right in between. */
const flickering: Variant[] = [
  {
    says: "gives a short page as the last one, every second time",
    lie: saying((page, call) => (call % 2 === 0 ? { ...page, items: [], has_more: false } : page)),
    refuses: unsettled,
  },
  {
    says: "shows an empty list once in three times",
    lie: () => ({ list: (keys, call) => pageOf(call.call % 3 === 0 ? [] : keys, call) }),
  },
  {
    says: "leaves out the newest key every second time",
    lie: () => ({ list: (keys, call) => pageOf(call.call % 2 === 0 ? keys.slice(1) : keys, call) }),
  },
];

test.each([...truthful, ...lying, ...flickering])(
  "a key is created, kept and deleted, or refused, at a service whose list $says",
  async (variant) => {
    await wholeLife(variant);
  },
);

test.each([...truthful.filter(({ lags }) => !lags), ...lying])(
  "a key that a colleague deleted is gone, or not known, at a service whose list $says",
  async (variant) => {
    await goneLife(variant);
  },
);
