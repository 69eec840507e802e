import fc from "fast-check";
import { type KeyService, type KeyServiceOptions, keyService, type StoredKey } from "../api/fake-service";
import { closeAll } from "../api/support";
import { closeWorlds, openWorld, type World } from "../lifecycle/world";
import { opened } from "./opened";

const running: KeyService[] = [];
afterEach(async () => {
  await closeWorlds();
  await closeAll(running);
});

const secret = { type: "secret", scopes: ["accounts:write", "accounts:read"] };

async function withKey(): Promise<{ world: World; id: string; value: string }> {
  const world = await openWorld();
  const { id, value } = await world.colleagueMakes({ ...secret, name: "billing" });
  await world.forgetRequests();
  return { world, id, value };
}

/** A service whose list is what a test makes of it, and the configuration of a run against it. */
async function scripted(
  options: KeyServiceOptions,
): Promise<{ service: KeyService; reads: ReturnType<typeof opened> }> {
  const service = await keyService(options);
  running.push(service);
  const config = {
    "payments:baseUrl": service.url,
    "payments:apiKey": "sk_test_credential_0123456789",
    "payments:accountId": "acct_1",
  };
  return { service, reads: opened({ config, environment: {} }) };
}

test("an id and a name lead to the same metadata, with one request for both", async () => {
  const { world, id } = await withKey();
  const { read } = opened(world);
  const { result } = await read("getApiKey", { id });
  expect(result).toStrictEqual({
    id,
    name: "billing",
    type: "secret",
    scopes: ["accounts:read", "accounts:write"],
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    accountId: world.sandbox.accountId,
    serviceUrl: world.sandbox.url,
  });
  expect((await read("getApiKey", { name: "billing" })).result).toEqual(result);
  expect(await world.counts()).toEqual({ "GET /v1/api-keys": 1 });
});

test.each(["last4", "omit", "null", "mask"] as const)(
  "nothing of a value is in the metadata, however the service redacts it: %s",
  async (redaction) => {
    const world = await openWorld(redaction === "mask" ? {} : { redaction });
    const { id, value } = await world.colleagueMakes({ ...secret, name: "billing" });
    const web = await world.colleagueMakes({ type: "publishable", name: "web" });
    const { read } = opened(world);
    const text = JSON.stringify([await read("getApiKey", { id }), await read("getApiKey", { id: web.id })]);
    expect(text).not.toContain(value);
    expect(text).not.toContain(value.slice(-4));
    expect(text).not.toContain(web.value);
    expect(text).not.toMatch(/"(value|visible|head|tail)"/);
  },
);

test("a credential that may only read the list of keys is enough", async () => {
  const { world, id } = await withKey();
  const reader = await world.colleagueMakes({ type: "secret", name: "reader", scopes: ["api_keys:read"] });
  world.config["payments:apiKey"] = reader.value;
  const { read } = opened(world);
  expect((await read("getApiKey", { id })).result.name).toBe("billing");
  expect((await read("getApiKey", { name: "billing" })).result.id).toBe(id);
});

test.each([{ id: "key_nobody" }, { name: "nobody" }])(
  "what is missing is not found after two walks: %j",
  async (asked) => {
    const { world } = await withKey();
    const { read, edges } = opened(world);
    const beganMs = edges.monotonicMs();
    const { code, message } = await read("getApiKey", asked);
    expect(code).toBe("not-found");
    expect(edges.monotonicMs() - beganMs).toBeGreaterThanOrEqual(5_000);
    const { accountId, url } = world.sandbox;
    const why = `there is no such key (two consistent readings of the list of account ${accountId}, 5 s or more apart, do not show it)`;
    expect(message).toBe(
      asked.id === undefined
        ? `getApiKey of API key named "nobody" in account ${accountId} at ${url}: ${why}. Check the name: the whole of it counts, with the part that a generated name ends with.`
        : `getApiKey of API key key_nobody in account ${accountId} at ${url}: ${why}. Check the id.`,
    );
    expect(await world.counts()).toEqual({ "GET /v1/api-keys": 2 });
  },
);

test.each([{ id: "key_1" }, { name: "name 1" }])("a key that the list shows late is found: %j", async (asked) => {
  let lags = true;
  const { service, reads } = await scripted({
    page: (page) => {
      const items = (page.items as StoredKey[]).filter(({ id }) => !lags || id !== "key_1");
      return { ...page, items, total: items.length };
    },
  });
  service.add({ created_at: "2024-01-01T00:00:00Z" });
  service.add();
  reads.edges.whenWaiting(() => {
    lags = false;
  });
  expect((await reads.read("getApiKey", asked)).result.id).toBe("key_1");
});

test("a name that several keys have is an error that lists their ids, and an id still reads each", async () => {
  const { world, id } = await withKey();
  const twin = await world.colleagueMakes({ ...secret, name: "billing" });
  const { read } = opened(world);
  const { code, message } = await read("getApiKey", { name: "billing" });
  expect(code).toBe("ambiguous");
  const { createdAt } = (await read("getApiKey", { id })).result;
  const ids = [twin.id, id].map((each) => `${each} (created ${createdAt})`).join(", ");
  expect(message).toMatch(
    new RegExp(
      `: 2 keys have this name, so the name is ambiguous: ${ids.replace(/[().]/g, "\\$&")}. Use the id instead of the name, or rename all but one of them.$`,
    ),
  );
  expect((await read("getApiKey", { id: twin.id })).result.id).toBe(twin.id);
});

test("a name with spaces around it is the name that the service made of it", async () => {
  const { world, id } = await withKey();
  expect((await opened(world).read("getApiKey", { name: " billing " })).result.id).toBe(id);
});

test.each([
  ["a 404 for the list", { effect: "status", status: 404 }],
  ["a refusal", { effect: "status", status: 403 }],
  ["half a page", { effect: "truncate" }],
  ["a connection that breaks", { effect: "reset" }],
])("%s is unreadable, never not found", async (_what, fault) => {
  const { world } = await withKey();
  await world.fault({ operation: "GET /v1/api-keys", count: 1_000, ...fault });
  for (const asked of [{ id: "key_nobody" }, { name: "nobody" }]) {
    const { code, message, serviceCode } = await opened(world).read("getApiKey", asked);
    expect(code).toBe("unreadable");
    expect(serviceCode).toEqual(expect.any(String));
    expect(message).toContain("could not be read");
    expect(message).not.toContain("no such key");
  }
});

test("the second of the two readings that fails proves nothing either", async () => {
  const { world } = await withKey();
  await world.fault({ operation: "GET /v1/api-keys", from: 2, count: 1_000, effect: "status", status: 500 });
  expect((await opened(world).read("getApiKey", { name: "nobody" })).code).toBe("unreadable");
});

test("an empty page where there are keys is unreadable, since the total says otherwise", async () => {
  const { service, reads } = await scripted({ page: (page) => ({ ...page, items: [] }) });
  service.add();
  expect((await reads.read("getApiKey", { name: "name 1" })).code).toBe("unreadable");
});

test("a key that can't be read is never passed over where it may be the one", async () => {
  const odd: KeyServiceOptions = {
    page: (page) => ({
      ...page,
      items: (page.items as StoredKey[]).map((key) =>
        key.id === "key_1" ? { ...key, type: "odd" } : key.id === "key_2" ? { id: "key_2" } : key,
      ),
    }),
  };
  const { service, reads } = await scripted(odd);
  for (let index = 0; index < 3; index += 1) service.add();
  expect((await reads.read("getApiKey", { id: "key_1" })).message).toContain("key_1");
  expect((await reads.read("getApiKey", { id: "key_1" })).code).toBe("unreadable");
  expect((await reads.read("getApiKey", { name: "name 1" })).code).toBe("unreadable");
  // What key_2 is called is not known.
  expect((await reads.read("getApiKey", { name: "nobody" })).code).toBe("unreadable");
  expect((await reads.read("getApiKey", { name: "name 3" })).result.id).toBe("key_3");
});

test("a key that was there all the time is never not found, whatever comes and goes between the pages", async () => {
  const change = fc.constantFrom("nothing", "add", "delete newest", "delete oldest", "fail");
  const plan = fc.record({
    keys: fc.integer({ min: 1, max: 25 }),
    place: fc.nat(24),
    pageMax: fc.integer({ min: 2, max: 8 }),
    changes: fc.array(change, { maxLength: 30 }),
    byName: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ keys, place, pageMax, changes, byName }) => {
      const left = [...changes];
      const { service, reads } = await scripted({
        pageMax,
        intercept: (_request, response) => {
          const next = left.shift();
          const others = service.keys.filter(({ name }) => name !== "stays");
          const gone = next === "delete newest" ? others[0] : next === "delete oldest" ? others.at(-1) : undefined;
          if (next === "add") service.add();
          if (gone !== undefined) service.keys.splice(service.keys.indexOf(gone), 1);
          if (next !== "fail") return false;
          response.writeHead(500).end();
          return true;
        },
      });
      for (let index = 0; index < keys; index += 1) service.add(index === place % keys ? { name: "stays" } : {});
      const { id } = service.keys.find(({ name }) => name === "stays")!;
      const { code, result } = await reads.read("getApiKey", byName ? { name: "stays" } : { id });
      expect(code === undefined ? result.id : code).toBe(code === undefined ? id : "unreadable");
      await closeAll(running);
    }),
    { numRuns: 60 },
  );
});

test("a recent reading is served by the snapshot, and one that is to be new sees what was written since", async () => {
  const { world, id } = await withKey();
  const { read } = opened(world);
  await read("getApiKey", { id });
  await world.colleagueChanges(id, { scopes: ["api_keys:read"] });
  const scopesBy = async (freshness: "recent" | "now", asked: object) =>
    (await read("getApiKey", asked, freshness)).result.scopes;
  expect(await scopesBy("recent", { id })).toEqual(["accounts:read", "accounts:write"]);
  expect(await scopesBy("now", { id })).toEqual(["api_keys:read"]);
  await world.colleagueChanges(id, { scopes: ["accounts:delete"] });
  expect(await scopesBy("now", { name: "billing" })).toEqual(["accounts:delete"]);
});

test("a value that was pasted for an id is refused unseen, and for a name it is not shown", async () => {
  const { world, value } = await withKey();
  const { read } = opened(world);
  const byId = await read("getApiKey", { id: value });
  expect(byId.code).toBe("arguments");
  expect(byId.message).toContain("id: contains what looks like an API key value, which is not shown here");
  expect(byId.message).not.toContain(value);
  expect(await world.counts()).toEqual({});
  const byName = await read("getApiKey", { name: value });
  expect(byName.code).toBe("not-found");
  expect(byName.message).not.toContain(value);
});

test("times that the service does not show are no part of the metadata, nor of what tells twins apart", async () => {
  const { service, reads } = await scripted({
    page: (page) => ({
      ...page,
      items: (page.items as StoredKey[]).map(({ created_at: _created, updated_at: _updated, ...key }) => key),
    }),
  });
  for (const name of ["alone", "twin", "twin"]) service.add({ name });
  const home = { accountId: "acct_1", serviceUrl: service.url };
  const { result } = await reads.read("getApiKey", { name: "alone" });
  expect(result).toStrictEqual({ id: "key_1", name: "alone", type: "secret", scopes: ["accounts:read"], ...home });
  expect((await reads.read("getApiKey", { name: "twin" })).message).toContain(
    "so the name is ambiguous: key_3, key_2. Use",
  );
});
