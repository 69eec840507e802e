import type { ApiKeyRecord } from "../../../provider/api/contract/api-key";
import type { KeyListing } from "../../../provider/api/listed-key";
import { createSnapshot } from "../../../provider/api/snapshot";
import { testDependencies } from "./support";

const record = (id: string, name = id): ApiKeyRecord => ({ id, name, type: "secret", scopes: ["*"] });
const settings = { snapshotMaxAgeMs: 30_000, absenceConfirmMs: 5_000, newKeyGraceMs: 15_000 };

/** A list that is read when its walk is let go. */
function setup(...ids: string[]) {
  const list = ids.map((id) => record(id));
  const dependencies = testDependencies();
  let walks = 0;
  let gate: Promise<void> | undefined;
  let trouble: Error | undefined;
  const walk = async (): Promise<KeyListing> => {
    walks += 1;
    const listing = { keys: list.map((each) => ({ id: each.id, record: each })) };
    await gate;
    if (trouble !== undefined) throw trouble;
    return listing;
  };
  const snapshot = createSnapshot({ walk }, settings, dependencies);
  const hold = () => {
    let release = (): void => undefined;
    gate = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      gate = undefined;
      release();
    };
  };
  return {
    list,
    dependencies,
    snapshot,
    hold,
    walks: () => walks,
    fail: (error?: Error) => {
      trouble = error;
    },
    idsNow: async () => snapshot.keysOf(await snapshot.current()).map((key) => key.id),
  };
}

describe("one walk for all", () => {
  test("whoever asks while a walk is under way or fresh shares it", async () => {
    const { snapshot, walks, dependencies } = setup("a");
    await Promise.all(Array.from({ length: 50 }, () => snapshot.current()));
    dependencies.advance(30_000);
    await snapshot.current();
    expect(walks()).toBe(1);
    dependencies.advance(1);
    await snapshot.current();
    expect(walks()).toBe(2);
  });

  test("a walk after a ticket began after it: the one under way does not count, the next is shared", async () => {
    const { snapshot, walks, hold } = setup("a");
    const release = hold();
    const early = snapshot.current();
    const ticket = snapshot.ticket();
    const late = Promise.all(Array.from({ length: 5 }, () => snapshot.walkAfter(ticket)));
    release();
    expect((await early).number).toBe(1);
    expect((await late).map((walk) => walk.number)).toEqual([2, 2, 2, 2, 2]);
    expect(walks()).toBe(2);
  });

  test("a walk of another process is after no ticket of this one, since it may have begun before", async () => {
    const { dependencies } = setup();
    const atMs = dependencies.monotonicMs();
    const list = {
      walk: jest.fn(async () => ({ keys: [] })),
      sharedWalk: async () => ({ keys: [], beganMs: atMs - 20_000, endedMs: atMs - 20_000 }),
    };
    const snapshot = createSnapshot(list, settings, dependencies);
    const ticket = snapshot.ticket();
    expect(await snapshot.current()).toMatchObject({ number: 0, beganMs: atMs - 20_000 });
    expect(list.walk).not.toHaveBeenCalled();
    expect(await snapshot.walkAfter(ticket)).toMatchObject({ number: 1, beganMs: atMs });
    expect(list.walk).toHaveBeenCalledTimes(1);
  });

  test("those who wait for different times share one walk at the latest of them, and one line", async () => {
    const { snapshot, walks, dependencies } = setup("a");
    const first = await snapshot.current();
    const lines: number[] = [];
    const atMs = dependencies.monotonicMs();
    const shared = await Promise.all(
      [5_000, 9_000, 7_000].map((ms) => snapshot.walkNotBefore(atMs + ms, first, (waitMs) => lines.push(waitMs))),
    );
    expect(shared.map((walk) => [walk.number, walk.beganMs])).toEqual(Array(3).fill([2, atMs + 9_000]));
    expect(lines).toEqual([5_000]);
    expect(walks()).toBe(2);
  });

  test("a walk whose time has come already begins at once, each time that one is asked for", async () => {
    const { snapshot, dependencies } = setup("a");
    let walk = await snapshot.current();
    for (const number of [2, 3]) {
      dependencies.advance(10_000);
      const dueMs = walk.endedMs + 5_000;
      walk = await snapshot.walkNotBefore(dueMs, walk, () => undefined);
      expect(walk).toMatchObject({ number, beganMs: dependencies.monotonicMs() });
    }
  });

  test("a failure is shared by those who ask together, and by those who come within the time that it took", async () => {
    const { snapshot, walks, dependencies, fail, hold } = setup("a");
    fail(new Error("down"));
    const release = hold();
    const together = [snapshot.current(), snapshot.current()];
    dependencies.advance(20_000);
    release();
    for (const outcome of await Promise.allSettled(together)) expect(outcome.status).toBe("rejected");
    dependencies.advance(19_999);
    await expect(snapshot.current()).rejects.toThrow("down");
    expect(walks()).toBe(1);
    fail();
    dependencies.advance(1);
    expect((await snapshot.current()).number).toBe(2);
  });

  test("after a failure that took no time the next one asks again", async () => {
    const { snapshot, fail } = setup("a");
    fail(new Error("down"));
    await expect(snapshot.current()).rejects.toThrow("down");
    fail();
    expect((await snapshot.current()).ids.has("a")).toBe(true);
  });
});

describe("own writes", () => {
  test("a key that was created stands in front, one that was deleted is gone, one that was changed is new", async () => {
    const { snapshot, idsNow } = setup("c", "b", "a");
    const walk = await snapshot.current();
    snapshot.created(record("d"));
    snapshot.created(record("e"));
    snapshot.deleted("b");
    snapshot.seen(record("a", "renamed"), snapshot.ticket());
    expect(await idsNow()).toEqual(["e", "d", "c", "a"]);
    expect(snapshot.find("a", walk)?.record?.name).toBe("renamed");
    expect(snapshot.indexOf("c")).toBe(2);
    expect(snapshot.indexOf("b")).toBeUndefined();
  });

  test("are not contradicted by a walk that was under way", async () => {
    const { snapshot, hold } = setup("b", "a");
    const release = hold();
    const walking = snapshot.current();
    snapshot.created(record("c"));
    snapshot.deleted("b");
    snapshot.seen(record("a", "renamed"), snapshot.ticket());
    release();
    expect(snapshot.keysOf(await walking).map((key) => [key.id, key.record?.name])).toEqual([
      ["c", "c"],
      ["a", "renamed"],
    ]);
  });

  test("a later walk knows better what a key looks like, but not that one which we deleted is back", async () => {
    const { snapshot, list, idsNow, dependencies } = setup("b", "a");
    await snapshot.current();
    snapshot.seen(record("a", "ours"), snapshot.ticket());
    snapshot.deleted("b");
    list[1] = record("a", "theirs");
    dependencies.advance(30_001);
    const walk = await snapshot.current();
    expect(snapshot.find("a", walk)?.record?.name).toBe("theirs");
    expect(await idsNow()).toEqual(["a"]);
  });

  test("a key that we created and changed is seen as changed, whatever an earlier walk saw of it", async () => {
    const { snapshot, list } = setup();
    snapshot.created(record("a", "first"));
    list.push(record("a", "first"));
    const walk = await snapshot.current();
    snapshot.seen(record("a", "second"), snapshot.ticket());
    expect(snapshot.find("a", walk)?.record?.name).toBe("second");
  });

  test("a key that we created and then changed is still ours to believe in where lists do not show it yet", async () => {
    const { snapshot, idsNow } = setup("a");
    snapshot.created(record("b"));
    snapshot.seen(record("b", "renamed"), snapshot.ticket());
    expect(await idsNow()).toEqual(["b", "a"]);
    expect(snapshot.createdByUs("b")?.name).toBe("renamed");
  });

  test("a created key that lists do not show is believed in for the grace, and then no more", async () => {
    const { snapshot, idsNow, dependencies } = setup("a");
    snapshot.created(record("b"));
    expect(await idsNow()).toEqual(["b", "a"]);
    dependencies.advance(14_999);
    await snapshot.walkAfter(snapshot.ticket());
    expect(await idsNow()).toEqual(["b", "a"]);
    dependencies.advance(1);
    await snapshot.walkAfter(snapshot.ticket());
    expect(await idsNow()).toEqual(["a"]);
  });
});

test("the earlier walk is the last one that ended long enough before, however many came in between", async () => {
  const { snapshot, dependencies } = setup("a");
  const walks = [await snapshot.current()];
  for (let index = 0; index < 6; index += 1) {
    dependencies.advance(2_000);
    walks.push(await snapshot.walkAfter(snapshot.ticket()));
  }
  const earlier = walks.map((walk) => snapshot.earlierThan(walk)?.number);
  expect(earlier.at(-1)).toBe(walks.at(-1)!.number - 3);
  expect(earlier[2]).toBeUndefined();
});

test("a reading that began before a deletion does not bring the key back", async () => {
  const { snapshot, idsNow } = setup("b", "a");
  const ticket = snapshot.ticket();
  snapshot.deleted("b");
  snapshot.seen(record("b"), ticket);
  expect(await idsNow()).toEqual(["a"]);
  expect(snapshot.deletedByUs("b")).toBe(true);
});
