import { Engine } from "../../../sandbox/engine";
import { accountFor, createAccount } from "../../../sandbox/objects/accounts";
import {
  type ApiKey,
  authenticate,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  requireApiKey,
  updateApiKey,
} from "../../../sandbox/objects/api-keys";
import { readOptions } from "../../../sandbox/options";
import { type Harness, start, stopAll } from "../harness";

describe("what is kept of keys between requests", () => {
  let engine: Engine;
  let key: ApiKey;
  beforeEach(() => {
    engine = new Engine(readOptions({ clock: "manual" }));
    key = create();
    expect(authenticates()).toBe(true);
  });
  afterEach(async () => {
    await engine.stop();
    engine.world.store.close();
  });

  const create = (): ApiKey => createApiKey(engine.world, engine.seed.accountId, { type: "secret" });

  function authenticates({ value } = key): boolean {
    try {
      return authenticate(engine.world, value!).keyId !== "";
    } catch {
      return false;
    }
  }

  const remove = (): void => deleteApiKey(engine.world, requireApiKey(engine.world, undefined, key.id));

  /** Does something in a transaction that is then taken back. */
  function inVain(work: () => void): void {
    const failing = (): void => {
      work();
      throw new Error("taken back");
    };
    expect(() => engine.world.store.transaction(failing)).toThrow("taken back");
  }

  test("a deleted key is dead at once", () => {
    remove();
    expect(authenticates()).toBe(false);
  });

  test("a key whose deletion was taken back lives on, and was dead in between", () => {
    inVain(() => {
      remove();
      expect(authenticates()).toBe(false);
    });
    expect(authenticates()).toBe(true);
  });

  test("a key whose creation was taken back is dead, though it authenticated before that", () => {
    let made = key;
    inVain(() => {
      made = create();
      expect(authenticates(made)).toBe(true);
    });
    expect(authenticates(made)).toBe(false);
  });

  test("a key of after a snapshot is dead when that is restored, and one deleted since lives again", () => {
    engine.snapshot("before");
    const later = create();
    expect(authenticates(later)).toBe(true);
    remove();
    engine.restore("before");
    expect(authenticates(later)).toBe(false);
    expect(authenticates()).toBe(true);
  });

  test("a key that a restored snapshot does not have is dead, whatever was kept of it", () => {
    remove();
    engine.snapshot("without");
    const other = create();
    expect(authenticates(other)).toBe(true);
    engine.restore("without");
    expect([authenticates(), authenticates(other)]).toEqual([false, false]);
  });

  test("after a reset no key of before it authenticates but that of the ready line", () => {
    engine.reset();
    expect(authenticates()).toBe(false);
    expect(authenticates({ ...key, value: engine.apiKey })).toBe(true);
  });

  test("an account that a reset took away is nobody's after it", () => {
    const { partnerAccountId } = engine.seed;
    const { id } = createAccount(engine.world, "merchant", partnerAccountId);
    const find = () => accountFor(engine.world, partnerAccountId, id, "merchant");
    expect(find().id).toBe(id);
    engine.reset();
    expect(find).toThrow("cannot act on account");
  });

  test("changed scopes are those of the next request", () => {
    updateApiKey(engine.world, requireApiKey(engine.world, undefined, key.id), { scopes: ["api_keys:read"] });
    expect(authenticate(engine.world, key.value!).scopes).toEqual(["api_keys:read"]);
  });
});

test("every page of a list is that part of it, most recent first, wherever it begins and however long it is", async () => {
  const engine = new Engine(readOptions({ clock: "manual" }));
  const { world, seed } = engine;
  const account = createAccount(world, "merchant", seed.partnerAccountId).id;
  const ids: string[] = [];
  for (let made = 0; made < 12; made++) {
    createApiKey(world, seed.accountId, { type: "secret" });
    ids.unshift(createApiKey(world, account, { type: "secret" }).id);
  }
  for (const gone of ids.splice(4, 2)) deleteApiKey(world, requireApiKey(world, account, gone));
  for (let offset = 0; offset <= ids.length + 2; offset++) {
    for (let limit = 1; limit <= ids.length + 2; limit++) {
      const { total, items } = listApiKeys(world, account, offset, limit);
      expect(total).toBe(ids.length);
      expect(items.map(({ id }) => id)).toEqual(ids.slice(offset, offset + limit));
    }
  }
  await engine.stop();
  world.store.close();
});

describe("the use of a key", () => {
  let sandbox: Harness;
  let key: ApiKey;
  beforeEach(async () => {
    sandbox = await start();
    key = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", scopes: ["api_keys:write"] } })).body;
    await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
  });
  afterEach(stopAll);

  const lastUsed = async (): Promise<string | undefined> => {
    const keys = (await sandbox.admin("GET", "/api-keys")).body as ApiKey[];
    return keys.find(({ id }) => id === key.id)?.last_used;
  };

  test.each([
    ["done", "POST", "/v1/api-keys", { type: "secret" }, 201],
    ["refused for its body", "POST", "/v1/api-keys", { type: "neither" }, 400],
    ["refused by the rule, which takes back what it wrote", "DELETE", "/v1/api-keys/key_none", undefined, 404],
    ["refused for its scope", "GET", "/v1/api-keys", undefined, 403],
  ])("is noted for a request that is %s", async (_what, method, path, body, status) => {
    const headers = { "payments-api-key": key.value! };
    expect((await sandbox.call(method, path, { headers, body })).status).toBe(status);
    expect(await lastUsed()).toBe("2026-01-01T00:01:00.000Z");
  });
});
