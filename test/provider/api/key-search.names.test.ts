import type { StoredKey } from "./fake-service";
import { closeAll, lagging, openAccount, startKeyService } from "./support";

afterEach(() => closeAll());

describe("finding by name", () => {
  test("finds every key of this name, without a wait", async () => {
    const service = await startKeyService(3);
    service.add({ name: "twin" });
    service.add({ name: "twin" });
    service.add({ name: "twin and more" });
    const { account, dependencies } = openAccount(service.url);
    await account.apiKeys.all();
    expect((await account.apiKeys.findByNameNow("twin")).map((key) => key.id)).toEqual(["key_5", "key_4"]);
    expect(dependencies.slept).toEqual([]);
    expect(service.listRequests()).toBe(2);
  });

  test("finds a key whose name the service trimmed or composed otherwise, now and from the snapshot", async () => {
    const service = await startKeyService(0);
    service.add({ name: "Cafe\u0301 one" });
    const { account } = openAccount(service.url);
    for (const name of [" Caf\u00e9 one ", "Caf\u00e9  one"]) {
      expect(await account.apiKeys.findByName(name)).toHaveLength(1);
      expect(await account.apiKeys.findByNameNow(name)).toHaveLength(1);
    }
    expect(await account.apiKeys.findByName("caf\u00e9 one")).toEqual([]);
  });

  test("from the snapshot costs one walk for all names, and does not wait for what is not there", async () => {
    const service = await startKeyService(3);
    const { account, dependencies } = openAccount(service.url);
    for (const name of ["name 1", "name 2", "nobody"]) await account.apiKeys.findByName(name);
    expect(service.listRequests()).toBe(1);
    expect(dependencies.slept).toEqual([]);
  });

  test("finds none only after two walks that began after the call, the second one after the grace", async () => {
    const service = await startKeyService(3);
    const { account, dependencies } = openAccount(service.url);
    await account.apiKeys.all();
    const called = dependencies.monotonicMs();
    expect(await account.apiKeys.findByNameNow("nobody")).toEqual([]);
    expect(dependencies.monotonicMs() - called).toBeGreaterThanOrEqual(15_000);
    expect(service.listRequests()).toBe(3);
  });

  test("finds a key that the list shows late", async () => {
    const hidden = new Set(["key_1"]);
    const service = await startKeyService(3, lagging(hidden));
    const { account, dependencies } = openAccount(service.url);
    dependencies.whenWaiting(() => hidden.clear());
    expect((await account.apiKeys.findByNameNow("name 1")).map((key) => key.id)).toEqual(["key_1"]);
  });

  test("does not pass over a key of this name that it cannot read", async () => {
    const service = await startKeyService(2, {
      page: (page) => ({
        ...page,
        items: (page.items as StoredKey[]).map((key) => (key.id === "key_1" ? { ...key, type: "odd" } : key)),
      }),
    });
    const { account } = openAccount(service.url);
    await expect(account.apiKeys.findByName("name 1")).rejects.toMatchObject({ code: "malformed-response" });
    await expect(account.apiKeys.findByNameNow("name 1")).rejects.toMatchObject({ code: "malformed-response" });
    expect(await account.apiKeys.findByNameNow("name 2")).toHaveLength(1);
  });
});

describe("a key whose name did not arrive whole", () => {
  const showing = (name: unknown) =>
    startKeyService(2, {
      page: (page) => ({
        ...page,
        items: (page.items as StoredKey[]).map((key) => (key.id === "key_1" ? { ...key, name } : key)),
      }),
    });

  test.each([null, 7, undefined, "caf\ufffd", "\ufffd", "c\ufffd\ufffd\ufffd", " caf\ufffd "])(
    "as %j may be the one that is looked for, so that none of that name is called absent",
    async (name) => {
      const { account } = openAccount((await showing(name)).url);
      const unclear = { code: "malformed-response", message: expect.stringContaining("key_1") };
      await expect(account.apiKeys.findByName("café")).rejects.toMatchObject(unclear);
      await expect(account.apiKeys.findByNameNow("café")).rejects.toMatchObject(unclear);
      expect(await account.apiKeys.observeNamed("café", "now")).toMatchObject({ state: "unknown" });
      expect(await account.apiKeys.findByNameNow("name 2")).toHaveLength(1);
    },
  );

  test.each(["b\ufffd", "\ufffde", "caf\ufffd!", "cafe"])("as %j is another", async (name) => {
    const { account } = openAccount((await showing(name)).url);
    expect(await account.apiKeys.findByNameNow("café")).toEqual([]);
    expect(await account.apiKeys.observeNamed("café", "now")).toMatchObject({ state: "absent" });
  });
});

describe("observing a name", () => {
  test("finds every key of it without a wait, from the snapshot that there is", async () => {
    const service = await startKeyService(3);
    service.add({ name: "twin" });
    service.add({ name: "twin" });
    const { account, dependencies } = openAccount(service.url);
    await account.apiKeys.all();
    const sight = await account.apiKeys.observeNamed("twin", "recent");
    expect(sight.state === "found" ? sight.live.map(({ id }) => id) : sight.state).toEqual(["key_5", "key_4"]);
    expect(dependencies.slept).toEqual([]);
    expect(service.listRequests()).toBe(1);
  });

  test("calls it absent after two walks as far apart as absence asks for, however often it is asked", async () => {
    const service = await startKeyService(3);
    const { account, dependencies } = openAccount(service.url, { newKeyGraceMs: 60_000 });
    const beganMs = dependencies.monotonicMs();
    const names = Array.from({ length: 20 }, (_, index) => `nobody ${index}`);
    const sights = await Promise.all(names.map((name) => account.apiKeys.observeNamed(name, "recent")));
    expect(sights.every(({ state }) => state === "absent")).toBe(true);
    expect(dependencies.monotonicMs() - beganMs).toBeGreaterThanOrEqual(5_000);
    expect(dependencies.monotonicMs() - beganMs).toBeLessThan(10_000);
    expect(service.listRequests()).toBe(2);
    expect(dependencies.said).toHaveLength(1);
  });

  test("reads after the call where it is to be new", async () => {
    const service = await startKeyService(3);
    const { account } = openAccount(service.url);
    await account.apiKeys.all();
    service.add({ name: "fresh" });
    expect(await account.apiKeys.observeNamed("fresh", "now")).toMatchObject({ state: "found" });
    expect(await account.apiKeys.listed("now")).toHaveLength(4);
    expect(service.listRequests()).toBe(3);
  });

  test("knows nothing where the list can't be read, or where a key has no name to be read", async () => {
    let broken = false;
    const service = await startKeyService(2, {
      intercept: (_request, response) => {
        if (broken) response.writeHead(403).end();
        return broken;
      },
      page: (page) => ({
        ...page,
        items: (page.items as StoredKey[]).map((key) => (key.id === "key_1" ? { id: "key_1" } : key)),
      }),
    });
    const { account } = openAccount(service.url);
    expect(await account.apiKeys.observeNamed("nobody", "recent")).toMatchObject({ state: "unknown" });
    expect(await account.apiKeys.observeNamed("name 2", "recent")).toMatchObject({ state: "found" });
    broken = true;
    expect(await account.apiKeys.observeNamed("name 2", "now")).toMatchObject({ state: "unknown" });
    await expect(account.apiKeys.listed("now")).rejects.toMatchObject({ code: "forbidden" });
  });
});
