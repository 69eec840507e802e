import type { KeyServiceOptions, StoredKey } from "./fake-service";
import { closeAll, lagging, longAgo, openAccount, startKeyService } from "./support";

afterEach(() => closeAll());

const justNow = () => new Date().toISOString();

describe("how many list requests a run makes", () => {
  const page = 100;
  const overlap = 3;
  test.each([0, 1, page, page + 1, 1_000])(
    "%i keys, all asked for at once, cost what the formula says",
    async (count) => {
      const service = await startKeyService(count);
      const { account } = openAccount(service.url);
      const observed = await Promise.all(service.keys.map((key) => account.apiKeys.observe(key.id)));
      await account.apiKeys.all();
      expect(observed.every((each) => each.state === "found")).toBe(true);
      expect(service.listRequests()).toBe(1 + Math.max(0, Math.ceil((count - page) / (page - overlap))));
    },
  );

  test("the page is the one that the service grants, whatever was asked for", async () => {
    const service = await startKeyService(100, { pageMax: 10 });
    const { account } = openAccount(service.url);
    for (const key of service.keys) expect((await account.apiKeys.observe(key.id)).state).toBe("found");
    expect(service.listRequests()).toBe(1 + Math.ceil((100 - 10) / (10 - 3)));
  });

  test("one more walk serves all keys that are missing, at once or one after another, and one line is said", async () => {
    const service = await startKeyService(5);
    const { account, dependencies } = openAccount(service.url);
    const gone = Array.from({ length: 40 }, (_, index) => `gone_${index}`);
    const atOnce = await Promise.all(
      gone.slice(0, 20).map((id) => account.apiKeys.observe(id, { createdAt: longAgo })),
    );
    expect(new Set(atOnce.map((each) => each.state))).toEqual(new Set(["absent"]));
    for (const id of gone.slice(20)) expect((await account.apiKeys.observe(id)).state).toBe("absent");
    expect(service.listRequests()).toBe(2);
    expect(dependencies.said).toEqual([expect.stringMatching(/^Waiting 5 s: .*account acct_1/)]);
  });
});

describe("absence", () => {
  test("is said only after a second walk, as late as it has to be", async () => {
    const service = await startKeyService(1);
    const { account, dependencies } = openAccount(service.url);
    const began = dependencies.monotonicMs();
    const observed = await account.apiKeys.observe("gone");
    expect(observed).toMatchObject({ state: "absent", why: expect.stringContaining("two consistent readings") });
    expect(dependencies.monotonicMs() - began).toBeGreaterThanOrEqual(5_000);
  });

  test("needs two walks that lack the key: one before that showed it is none of them", async () => {
    const service = await startKeyService(2);
    const { account, dependencies } = openAccount(service.url);
    await account.apiKeys.all();
    service.keys.splice(0, 1);
    dependencies.advance(31_000);
    const began = dependencies.monotonicMs();
    expect((await account.apiKeys.observe("key_2")).state).toBe("absent");
    expect(dependencies.monotonicMs() - began).toBeGreaterThanOrEqual(5_000);
    expect(service.listRequests()).toBe(3);
  });

  test("is not said of a key that the second walk finds", async () => {
    const hidden = new Set(["key_1"]);
    const service = await startKeyService(3, lagging(hidden));
    const { account, dependencies } = openAccount(service.url);
    dependencies.whenWaiting(() => hidden.clear());
    expect((await account.apiKeys.observe("key_1", { createdAt: longAgo })).state).toBe("found");
    expect(service.listRequests()).toBe(2);
  });

  test("of a young key is judged only once it is old enough by the service's clock", async () => {
    const service = await startKeyService(1);
    const { account, dependencies } = openAccount(service.url);
    const began = dependencies.monotonicMs();
    expect((await account.apiKeys.observe("young", { createdAt: justNow() })).state).toBe("absent");
    const waited = dependencies.monotonicMs() - began;
    expect(waited).toBeGreaterThanOrEqual(13_000);
    expect(waited).toBeLessThanOrEqual(15_100);
  });

  test("is not held up by a service whose clock stands still, or runs behind", async () => {
    const date = "Thu, 01 Jan 2026 00:00:00 GMT";
    const service = await startKeyService(1, { intercept: (_, response) => !response.setHeader("date", date) });
    const { account, dependencies } = openAccount(service.url);
    const began = dependencies.monotonicMs();
    expect((await account.apiKeys.observe("young", { createdAt: "2027-01-01T00:00:00Z" })).state).toBe("absent");
    expect(dependencies.monotonicMs() - began).toBeLessThanOrEqual(15_100);
    expect((await account.apiKeys.observe("young", { createdAt: "2027-01-01T00:00:00Z" })).state).toBe("absent");
    expect(dependencies.monotonicMs() - began).toBeLessThanOrEqual(15_100);
  });

  test.each([
    [
      "a server error",
      { intercept: (_: unknown, response: import("node:http").ServerResponse) => !!response.writeHead(500).end() },
    ],
    [
      "a 404 page of a gateway",
      {
        intercept: (_: unknown, response: import("node:http").ServerResponse) =>
          !!response.writeHead(404, { "content-type": "text/html" }).end("<html>Not Found"),
      },
    ],
    [
      "a 404 of the list itself",
      { intercept: (_: unknown, response: import("node:http").ServerResponse) => !!response.writeHead(404).end("{}") },
    ],
    [
      "a page that does not say whether it is the last",
      { page: ({ has_more: _, ...page }: Record<string, unknown>) => page },
    ],
    ["a list that never settles", { page: (page: Record<string, unknown>) => ({ ...page, total: 77 }) }],
    [
      "a list whose items have no id",
      { page: (page: Record<string, unknown>) => ({ ...page, items: [{ name: "x" }] }) },
    ],
    ["a list that ends in the middle", { page: (page: Record<string, unknown>) => ({ ...page, items: [] }) }],
  ] as [string, KeyServiceOptions][])("is never concluded from %s", async (_, options) => {
    const service = await startKeyService(3, options);
    const { account } = openAccount(service.url);
    for (const observed of [await account.apiKeys.observe("gone"), await account.apiKeys.observeNow("gone")]) {
      expect(observed.state).toBe("unknown");
    }
    await expect(account.apiKeys.all()).rejects.toMatchObject({ name: "PaymentServiceError" });
    await expect(account.apiKeys.findByNameNow("gone")).rejects.toMatchObject({ name: "PaymentServiceError" });
  });

  test("is not concluded where the second walk fails", async () => {
    const service = await startKeyService(1, {
      intercept: (_, response) => (service.listRequests() > 1 ? !!response.writeHead(403).end("{}") : false),
    });
    const { account } = openAccount(service.url);
    expect(await account.apiKeys.observe("gone")).toMatchObject({ state: "unknown", error: { code: "forbidden" } });
  });

  test("of what this run deleted needs no walk", async () => {
    const service = await startKeyService(2);
    const { account } = openAccount(service.url);
    await account.apiKeys.delete("key_1");
    expect((await account.apiKeys.observe("key_1")).state).toBe("absent");
    expect((await account.apiKeys.observeNow("key_1")).state).toBe("absent");
    expect(service.listRequests()).toBe(0);
  });
});

describe("looking now", () => {
  test("reads a small window around the place where the key was last seen", async () => {
    const service = await startKeyService(500);
    const { account } = openAccount(service.url);
    await account.apiKeys.all();
    const before = service.listRequests();
    service.keys.find((key) => key.id === "key_250")!.name = "renamed elsewhere";
    expect(await account.apiKeys.observeNow("key_250")).toMatchObject({
      state: "found",
      live: { name: "renamed elsewhere" },
    });
    expect(service.listRequests()).toBe(before + 1);
    const window = service.requests.at(-1)!.query;
    expect([window.get("offset"), window.get("limit")]).toEqual(["240", "20"]);
    expect(await account.apiKeys.observe("key_250")).toMatchObject({ live: { name: "renamed elsewhere" } });
    expect(service.listRequests()).toBe(before + 1);
  });

  test("reads a smaller window where the service grants smaller pages, with the place still in its middle", async () => {
    const service = await startKeyService(50, { pageMax: 6 });
    const { account } = openAccount(service.url);
    await account.apiKeys.all();
    const before = service.listRequests();
    for (const key of service.keys) expect((await account.apiKeys.observeNow(key.id)).state).toBe("found");
    expect(service.listRequests()).toBe(before + 50);
  });

  test("finds a key that others have pushed far away", async () => {
    const service = await startKeyService(60);
    const { account } = openAccount(service.url);
    await account.apiKeys.all();
    for (let index = 0; index < 50; index += 1) service.add();
    expect((await account.apiKeys.observeNow("key_30")).state).toBe("found");
  });

  test("does not believe the snapshot: a key deleted elsewhere since is absent, after two walks", async () => {
    const service = await startKeyService(3);
    const { account, dependencies } = openAccount(service.url);
    expect((await account.apiKeys.observe("key_2")).state).toBe("found");
    service.keys.splice(1, 1);
    const began = dependencies.monotonicMs();
    expect((await account.apiKeys.observeNow("key_2", { createdAt: longAgo })).state).toBe("absent");
    expect(dependencies.monotonicMs() - began).toBeGreaterThanOrEqual(5_000);
  });

  test("does not believe its own creation either: a key created here and deleted elsewhere is absent in the end", async () => {
    const service = await startKeyService(1);
    const { account } = openAccount(service.url);
    const { id } = await account.apiKeys.create({ type: "secret", name: "x", scopes: ["*"] });
    service.keys.splice(0, 1);
    expect((await account.apiKeys.observe(id)).state).toBe("found");
    expect((await account.apiKeys.observeNow(id)).state).toBe("absent");
  });
});

describe("a key that cannot be read", () => {
  const odd: KeyServiceOptions = {
    page: (page) => ({
      ...page,
      items: (page.items as StoredKey[]).map((key) =>
        key.id === "key_2" ? { ...key, type: "restricted", value: "sk_planted" } : key,
      ),
    }),
  };

  test("is unknown itself, and stands in nobody else's way", async () => {
    const service = await startKeyService(3, odd);
    const { account, dependencies } = openAccount(service.url);
    const observed = await account.apiKeys.observe("key_2");
    expect(observed).toMatchObject({ state: "unknown", error: { code: "malformed-response" } });
    expect(JSON.stringify(observed)).not.toContain("planted");
    expect((await account.apiKeys.observe("key_1")).state).toBe("found");
    expect((await account.apiKeys.all()).map((key) => key.id)).toEqual(["key_3", "key_1"]);
    await account.apiKeys.all();
    expect(dependencies.said).toEqual([expect.stringContaining("key_2 (type: ")]);
  });
});

test("the list never carries the value of a secret key on, and always that of a publishable one", async () => {
  const service = await startKeyService(0, { page: (page) => ({ ...page, items: service.keys }) });
  service.add({ type: "secret" });
  service.add({ type: "publishable" });
  const { account } = openAccount(service.url);
  const [publishable, secret] = await account.apiKeys.all();
  expect(secret!.value).toBeUndefined();
  expect(publishable!.value).toBe("sk_live_planted2");
});
