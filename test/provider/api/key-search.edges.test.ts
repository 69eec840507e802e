import type { ApiKeyRecord } from "../../../provider/api/contract/api-key";
import type { KeyPage } from "../../../provider/api/key-list";
import { createKeySearch } from "../../../provider/api/key-search";
import { streamList } from "../../../provider/api/list-walk";
import type { KeyListing, ListedKey } from "../../../provider/api/listed-key";
import { createSnapshot, type SnapshotSettings } from "../../../provider/api/snapshot";
import { testDependencies } from "./support";

const record = (id: string): ApiKeyRecord => ({ id, name: `name of ${id}`, type: "secret", scopes: ["*"] });
const listed = (id: string): ListedKey => ({ id, record: record(id) });
const serviceMs = Date.parse("2026-01-01T00:00:00Z");

/** A search over a list that is handed over walk by walk, the last one for all that follow. */
function setup(walks: (() => readonly ListedKey[])[], changed: Partial<SnapshotSettings> = {}) {
  const settings = { snapshotMaxAgeMs: 30_000, absenceConfirmMs: 5_000, newKeyGraceMs: 15_000, ...changed };
  const dependencies = testDependencies();
  const startMs = dependencies.monotonicMs();
  let walked = 0;
  let looks = 0;
  const walk = async (): Promise<KeyListing> => {
    const keys = (walks[walked] ?? walks.at(-1)!)();
    walked += 1;
    const localMs = dependencies.monotonicMs();
    return { keys, service: { dateMs: serviceMs + localMs - startMs, localMs } };
  };
  const around = async (): Promise<KeyPage> => {
    looks += 1;
    return { items: [...(walks[walked] ?? walks.at(-1)!)()], hasMore: false };
  };
  const snapshot = createSnapshot({ walk }, settings, dependencies);
  const search = createKeySearch({
    accountId: "acct_1",
    list: {
      walk,
      around,
      stream: () => streamList({ fetchPage: around }, { changes: 0 }),
      serviceNowMs: () => undefined,
      lastDateMs: () => undefined,
    },
    snapshot,
    settings,
    dependencies,
    attemptOf: (object) => ({
      does: `look up ${object}`,
      operation: "a search",
      serviceUrl: "https://x.example.com",
      accountId: "acct_1",
      object,
    }),
  });
  return { search, snapshot, dependencies, startMs, walked: () => walked, looks: () => looks };
}

test("what is said of an absent key, and while that is waited for, is whole", async () => {
  const { search, dependencies } = setup([() => []], { absenceConfirmMs: 5_020 });
  expect(await search.observe("key_1")).toEqual({
    state: "absent",
    why: "two consistent readings of the list of account acct_1, 5.1 s or more apart, do not show it",
  });
  expect(dependencies.said).toEqual([
    "Waiting 5.1 s: the list of API keys of account acct_1 does not show an expected key. Lists may lag, so it is read once more before the key counts as gone.",
  ]);
});

test("a key that was absent and is listed again is no longer proved absent", async () => {
  const { search } = setup([() => [], () => [], () => [listed("key_1")]]);
  expect((await search.observe("key_1")).state).toBe("absent");
  expect(search.isProvedAbsent("key_1")).toBe(true);
  await search.findByNameNow("name of key_1");
  expect(await search.observe("key_1")).toEqual({ state: "found", live: record("key_1") });
  expect(search.isProvedAbsent("key_1")).toBe(false);
});

describe("a key that this run deletes", () => {
  const byUs = { state: "absent", why: "this run deleted it", byUs: true };

  test("is absent by that alone, and nothing is read", async () => {
    const { search, snapshot, walked, looks } = setup([() => [listed("key_1")]]);
    snapshot.deleted("key_1");
    expect(await search.observe("key_1")).toEqual(byUs);
    expect(await search.observeNow("key_1")).toEqual(byUs);
    expect([walked(), looks()]).toEqual([0, 0]);
  });

  test("while it is looked for is absent at once, and no second walk is waited for", async () => {
    const { search, snapshot, dependencies, walked } = setup([
      () => {
        snapshot.deleted("key_1");
        return [];
      },
    ]);
    expect(await search.observe("key_1")).toEqual(byUs);
    expect(walked()).toBe(1);
    expect(dependencies.slept).toEqual([]);
  });
});

test("a key that was missed, found, and is missed again is as young as it is then", async () => {
  const createdAt = new Date(serviceMs).toISOString();
  const { search, dependencies, startMs } = setup([() => [], () => [listed("key_1")], () => []]);
  expect((await search.observe("key_1", { createdAt })).state).toBe("found");
  expect(dependencies.monotonicMs() - startMs).toBe(15_000);
  dependencies.advance(31_000);
  const againMs = dependencies.monotonicMs();
  expect((await search.observe("key_1", { createdAt: new Date(serviceMs + 46_000).toISOString() })).state).toBe(
    "absent",
  );
  expect(dependencies.monotonicMs() - againMs).toBe(15_000);
});

test("a walk before that showed the key is none of the two that lack it, and one that lacked it long enough ago is", async () => {
  const others = [listed("key_2")];
  const lacked = setup([() => others], { snapshotMaxAgeMs: 0 });
  await lacked.snapshot.current();
  lacked.dependencies.advance(5_000);
  expect((await lacked.search.observe("key_1")).state).toBe("absent");
  expect(lacked.dependencies.slept).toEqual([]);
  const showed = setup([() => [listed("key_1")], () => others], { snapshotMaxAgeMs: 0 });
  await showed.snapshot.current();
  showed.dependencies.advance(5_000);
  expect((await showed.search.observe("key_1")).state).toBe("absent");
  expect(showed.dependencies.slept).toEqual([5_000]);
});

test("a key that no walk showed has no place to look around, and is searched for in whole walks", async () => {
  const { search, looks, walked } = setup([() => []]);
  expect((await search.observeNow("key_1")).state).toBe("absent");
  expect(looks()).toBe(0);
  expect(walked()).toBe(2);
});

test("a key that its place no longer shows is searched for in a walk, which finds it elsewhere", async () => {
  const { search, snapshot, looks } = setup([() => [listed("key_1")], () => [listed("key_2")]]);
  await snapshot.current();
  expect((await search.observeNow("key_1")).state).toBe("absent");
  expect(looks()).toBe(1);
  expect(await search.observeNow("key_2")).toEqual({ state: "found", live: record("key_2") });
});

describe("no key of a name", () => {
  test.each<[Partial<SnapshotSettings>, number]>([
    [{ newKeyGraceMs: 0 }, 5_000],
    [{ newKeyGraceMs: 15_000 }, 15_000],
  ])("is believed after both waits, with %j after %i ms", async (settings, waitedMs) => {
    const { search, dependencies, startMs, walked } = setup([() => []], settings);
    expect(await search.findByNameNow("nobody")).toEqual([]);
    expect(dependencies.monotonicMs() - startMs).toBe(waitedMs);
    expect(walked()).toBe(2);
  });
});

describe("one key of a name at least", () => {
  const twin = (id: string): ListedKey => ({ id, record: { ...record(id), name: "twin" } });

  test("is every one of that name, by the walk that is there or by a new one", async () => {
    const { search, walked } = setup([() => [listed("key_3"), twin("key_2"), twin("key_1")]]);
    const found = { state: "found", live: [twin("key_2").record, twin("key_1").record] };
    expect(await search.observeNamed("twin", "recent")).toEqual(found);
    expect(await search.observeNamed("twin", "recent")).toEqual(found);
    expect(walked()).toBe(1);
    expect(await search.observeNamed("twin", "now")).toEqual(found);
    expect(walked()).toBe(2);
  });

  test("is absent only after a second walk that began long enough after the first", async () => {
    const { search, dependencies, startMs, walked } = setup([() => [listed("key_1")]]);
    expect(await search.observeNamed("twin", "recent")).toEqual({
      state: "absent",
      why: "two consistent readings of the list of account acct_1, 5 s or more apart, do not show it",
    });
    expect(dependencies.monotonicMs() - startMs).toBe(5_000);
    expect(walked()).toBe(2);
  });

  test("is absent only after a second walk though no time has to pass between the two", async () => {
    const { search, walked } = setup([() => []], { absenceConfirmMs: 0 });
    expect((await search.observeNamed("twin", "now")).state).toBe("absent");
    expect(walked()).toBe(2);
  });

  test("is found where the second walk shows it", async () => {
    const { search } = setup([() => [], () => [twin("key_1")]]);
    expect(await search.observeNamed("twin", "now")).toEqual({ state: "found", live: [twin("key_1").record] });
  });

  test("is unknown while some key can't even be named, and an unexpected failure is no absence", async () => {
    const nameless = setup([() => [listed("key_2"), { id: "key_1", problem: "type: is odd" }]]);
    expect(await nameless.search.observeNamed("twin", "recent")).toMatchObject({
      state: "unknown",
      error: { message: expect.stringContaining("unreadable name (type: is odd)") },
    });
    const named = setup([() => [{ id: "key_1", name: "other", problem: "type: is odd" }]]);
    expect((await named.search.observeNamed("twin", "recent")).state).toBe("absent");
    const failing = setup([
      () => {
        throw new TypeError("a mistake");
      },
    ]);
    expect(await failing.search.observeNamed("twin", "recent")).toMatchObject({
      state: "unknown",
      error: {
        message: expect.stringMatching(/^could not look up API key by its name .*an unexpected failure: a mistake/),
      },
    });
  });
});

describe("a key that cannot be read", () => {
  const problem = "type: is odd";
  const error = {
    code: "malformed-response",
    message:
      "could not look up API key key_1 in account acct_1 at https://x.example.com: the service lists this key in an unknown form (type: is odd). Install a newer version of pulumi-payments, which may know this form.",
  };

  test("is unknown, with what is odd about it and what may help", async () => {
    const { search } = setup([() => [{ id: "key_1", problem }]]);
    expect(await search.observe("key_1")).toMatchObject({ state: "unknown", error });
  });

  test("is in the way of every name that its own, which did not arrive whole, may be", async () => {
    const { search } = setup([() => [{ id: "key_1", record: { ...record("key_1"), name: "min\ufffd" } }]]);
    await expect(search.findByName("mine")).rejects.toMatchObject({
      message: expect.stringContaining('under an unreadable name, so it may be "mine". Give it another name'),
    });
    expect(await search.findByName("theirs")).toEqual([]);
  });

  test("is in the way of its own name only", async () => {
    const { search } = setup([() => [{ id: "key_1", name: "odd", problem }, listed("key_2")]]);
    await expect(search.findByName("odd")).rejects.toMatchObject(error);
    expect(await search.findByName("name of key_2")).toEqual([record("key_2")]);
    expect(await search.findByName("")).toEqual([]);
  });

  test("is in the way of every name that no other key has, where its own cannot be read either", async () => {
    const { search } = setup([() => [{ id: "key_1", problem }, listed("key_2")]]);
    expect(await search.findByName("name of key_2")).toEqual([record("key_2")]);
    await expect(search.findByName("mine")).rejects.toMatchObject({
      code: "malformed-response",
      message:
        'could not look up API key key_1 in account acct_1 at https://x.example.com: the service lists this key under an unreadable name (type: is odd), so it may be "mine". Give it another name in the dashboard. Install a newer version of pulumi-payments, which may know this form.',
    });
  });
});

test.each<[string, unknown]>([
  ["a mistake", new TypeError("a mistake")],
  ["not even an error", "a text"],
])("an unexpected failure (%s) is unknown, never absence, and kept as the cause", async (told, thrown) => {
  const { search } = setup([
    () => {
      throw thrown;
    },
  ]);
  expect(await search.observe("key_1")).toMatchObject({
    state: "unknown",
    error: {
      code: "malformed-response",
      message: `could not look up API key key_1 in account acct_1 at https://x.example.com: an unexpected failure: ${told}. Report this as a defect of pulumi-payments.`,
      cause: thrown,
    },
  });
  expect(await search.observeNow("key_2")).toMatchObject({
    state: "unknown",
    error: { message: expect.stringMatching(/^could not look up API key key_2 .*an unexpected failure/) },
  });
});
