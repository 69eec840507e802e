import type { KeyService } from "./fake-service";
import { closeAll, openAccount, startKeyService } from "./support";

afterEach(() => closeAll());

const sent = (service: KeyService) =>
  service.requests.filter((request) => request.method !== "GET").map((request) => request.method);

test("a key is created, read, changed and deleted, as the service itself sees it", async () => {
  const service = await startKeyService();
  const { account } = openAccount(service.url);
  const made = await account.apiKeys.create({ type: "secret", name: "first", scopes: ["accounts:read"] });
  expect(made.value).toBe(service.keys[0]!.value);
  expect(await account.apiKeys.observe(made.id)).toMatchObject({ state: "found", live: { name: "first" } });
  const changed = await account.apiKeys.modify(made.id, () => ({ scopes: ["api_keys:read"] }));
  expect(changed.scopes).toEqual(["api_keys:read"]);
  expect(service.keys[0]!.scopes).toEqual(["api_keys:read"]);
  expect(await account.apiKeys.delete(made.id)).toBe("deleted");
  expect(service.keys).toEqual([]);
});

test("a created key is in the snapshot at once, without its value", async () => {
  const service = await startKeyService(2);
  const { account } = openAccount(service.url);
  await account.apiKeys.all();
  const made = await account.apiKeys.create({ type: "secret", name: "new", scopes: ["*"] });
  const [first] = await account.apiKeys.all();
  expect(first).toMatchObject({ id: made.id, name: "new" });
  expect(first!.value).toBeUndefined();
  expect(service.listRequests()).toBe(1);
});

describe("changing a key", () => {
  test("merges into what is there right before, not into what the snapshot saw", async () => {
    const service = await startKeyService(3);
    const { account } = openAccount(service.url);
    await account.apiKeys.all();
    service.keys[1]!.scopes = ["added:elsewhere"];
    const changed = await account.apiKeys.modify("key_2", (live) => ({ scopes: [...live.scopes, "accounts:read"] }));
    expect(changed.scopes).toEqual(["added:elsewhere", "accounts:read"]);
    expect(service.keys[1]!.scopes).toEqual(["added:elsewhere", "accounts:read"]);
  });

  test("sends whole values of the fields that change and nothing else", async () => {
    const service = await startKeyService(1);
    await openAccount(service.url).account.apiKeys.modify("key_1", () => ({ name: "renamed" }));
    const [update] = service.requests.filter((request) => request.method === "PATCH");
    expect(JSON.parse(update!.body)).toEqual({ name: "renamed" });
  });

  test("writes nothing where nothing is to be written", async () => {
    const service = await startKeyService(1);
    expect((await openAccount(service.url).account.apiKeys.modify("key_1", () => undefined)).id).toBe("key_1");
    expect(sent(service)).toEqual([]);
  });

  test("does not send what breaks the contract", async () => {
    const service = await startKeyService(1);
    const { account } = openAccount(service.url);
    await expect(account.apiKeys.modify("key_1", () => ({ scopes: [] }))).rejects.toMatchObject({
      code: "invalid-request",
    });
    await expect(account.apiKeys.modify("key_1", () => ({}))).rejects.toMatchObject({ code: "invalid-request" });
    expect(sent(service)).toEqual([]);
  });

  test("calls for one key run one after another, so that none loses what another added", async () => {
    const service = await startKeyService(1);
    const { account } = openAccount(service.url);
    const scopes = Array.from({ length: 8 }, (_, index) => `scope_${index}:read`);
    await Promise.all(
      scopes.map((scope) => account.apiKeys.modify("key_1", (live) => ({ scopes: [...live.scopes, scope] }))),
    );
    expect(service.keys[0]!.scopes).toEqual(["accounts:read", ...scopes]);
  });

  test("is queued with the deletion of the same key", async () => {
    const service = await startKeyService(1);
    const { account } = openAccount(service.url);
    const changing = account.apiKeys.modify("key_1", () => ({ name: "renamed" }));
    const deleting = account.apiKeys.delete("key_1");
    await Promise.all([changing, deleting]);
    expect(sent(service)).toEqual(["PATCH", "DELETE"]);
    await expect(account.apiKeys.modify("key_1", () => ({ name: "late" }))).rejects.toMatchObject({
      code: "not-found",
    });
  });

  test("returns what the service shows afterwards, and says so if that is not what was written", async () => {
    const service = await startKeyService(1, {
      intercept: (request, response) => {
        if (request.method !== "PATCH") return false;
        service.keys[0]!.scopes = ["set:elsewhere"];
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(service.keys[0]));
        return true;
      },
    });
    const { account, dependencies } = openAccount(service.url);
    const after = await account.apiKeys.modify("key_1", () => ({ scopes: ["accounts:write"] }));
    expect(after.scopes).toEqual(["set:elsewhere"]);
    expect(dependencies.said).toEqual([expect.stringContaining("does not show the scopes that were just written")]);
  });

  test("does not need the answer to be a key: what counts is what is read back", async () => {
    const service = await startKeyService(1, {
      intercept: (request, response) => {
        if (request.method !== "PATCH") return false;
        Object.assign(service.keys[0]!, JSON.parse(request.body));
        response.writeHead(204).end();
        return true;
      },
    });
    const { account, dependencies } = openAccount(service.url);
    expect((await account.apiKeys.modify("key_1", () => ({ name: "renamed" }))).name).toBe("renamed");
    expect(dependencies.said).toEqual([]);
  });

  test("fails as not found only where the key is absent, as unknown where that cannot be known", async () => {
    const service = await startKeyService(2);
    const { account } = openAccount(service.url);
    await expect(account.apiKeys.modify("gone", () => ({ name: "x" }))).rejects.toMatchObject({ code: "not-found" });
    service.options.intercept = (request, response) =>
      request.method === "GET" ? !!response.writeHead(403, { "content-type": "application/json" }).end("{}") : false;
    await expect(account.apiKeys.modify("key_1", () => ({ name: "x" }))).rejects.toMatchObject({ code: "forbidden" });
    expect(sent(service)).toEqual([]);
  });
});

describe("the method of updates", () => {
  test.each(["PATCH", "PUT", "POST"] as const)(
    "%s is found by trying, and remembered for the service",
    async (method) => {
      const service = await startKeyService(2, { updateMethod: method });
      const { account, service: opened } = openAccount(service.url);
      await account.apiKeys.modify("key_1", () => ({ name: "one" }));
      const tried = sent(service).length;
      await opened.account("acct_2").apiKeys.modify("key_2", () => ({ name: "two" }));
      expect(sent(service).at(-1)).toBe(method);
      expect(sent(service)).toHaveLength(tried + 1);
      expect(service.keys.map((key) => key.name)).toEqual(["two", "one"]);
    },
  );

  test("a service that answers 404 to the wrong method is understood, since the key is listed", async () => {
    const service = await startKeyService(2, { updateMethod: "POST", otherMethodStatus: 404 });
    const changed = await openAccount(service.url).account.apiKeys.modify("key_1", () => ({ name: "one" }));
    expect(changed.name).toBe("one");
  });

  test("a method that is set is used alone, and a refusal of it says which setting to fix", async () => {
    const service = await startKeyService(1, { updateMethod: "PUT" });
    const { account } = openAccount(service.url, { updateMethod: "PATCH" });
    await expect(account.apiKeys.modify("key_1", () => ({ name: "x" }))).rejects.toMatchObject({
      code: "method-not-allowed",
      message: expect.stringContaining("payments:updateMethod"),
    });
    expect(sent(service)).toEqual(["PATCH"]);
  });

  test("a 404 on a listed key, whatever the method, is a conflict and no absence", async () => {
    const service = await startKeyService(1, { updateMethod: "PUT", otherMethodStatus: 404 });
    const { account } = openAccount(service.url, { updateMethod: "PATCH" });
    await expect(account.apiKeys.modify("key_1", () => ({ name: "x" }))).rejects.toMatchObject({ code: "conflict" });
  });

  test("a key that goes away while the method is tried is not found", async () => {
    const service = await startKeyService(1, {
      intercept: (request, response) => {
        if (request.method !== "PATCH") return false;
        service.keys.splice(0, 1);
        return !!response.writeHead(404, { "content-type": "application/json" }).end("{}");
      },
    });
    const { account } = openAccount(service.url);
    await expect(account.apiKeys.modify("key_1", () => ({ name: "x" }))).rejects.toMatchObject({ code: "not-found" });
    expect(sent(service)).toEqual(["PATCH"]);
  });
});

describe("deleting a key", () => {
  test("that is gone already is success, once it is absent in the full sense", async () => {
    const service = await startKeyService(2);
    const { account, dependencies } = openAccount(service.url);
    const began = dependencies.monotonicMs();
    expect(await account.apiKeys.delete("gone")).toBe("already-absent");
    expect(dependencies.monotonicMs() - began).toBeGreaterThanOrEqual(5_000);
  });

  test("many that are gone cost one more walk together", async () => {
    const service = await startKeyService(2);
    const { account } = openAccount(service.url);
    const gone = Array.from({ length: 10 }, (_, index) => `gone_${index}`);
    await Promise.all(gone.slice(5).map((id) => account.apiKeys.delete(id)));
    for (const id of gone.slice(0, 5)) await account.apiKeys.delete(id);
    expect(service.listRequests()).toBe(2);
  });

  test("that is answered 404 but still listed is a conflict, not a success", async () => {
    const service = await startKeyService(1, {
      intercept: (request, response) =>
        request.method === "DELETE"
          ? !!response.writeHead(404, { "content-type": "application/json" }).end("{}")
          : false,
    });
    const { account } = openAccount(service.url);
    await expect(account.apiKeys.delete("key_1")).rejects.toMatchObject({ code: "conflict" });
  });

  test("that a 404 page of a gateway answers is not taken for deleted", async () => {
    const service = await startKeyService(1, {
      intercept: (_, response) => !!response.writeHead(404, { "content-type": "text/html" }).end("<html>Not Found"),
    });
    const { account } = openAccount(service.url);
    await expect(account.apiKeys.delete("key_1")).rejects.toMatchObject({ code: "malformed-response" });
  });

  test("that a web page answers with 200 is in error, and the key is not taken for deleted", async () => {
    const page = "<!doctype html><title>We will be right back</title>";
    const service = await startKeyService(1, {
      intercept: (request, response) =>
        request.method === "DELETE" ? !!response.writeHead(200, { "content-type": "text/html" }).end(page) : false,
    });
    const { account } = openAccount(service.url);
    await expect(account.apiKeys.delete("key_1")).rejects.toMatchObject({ code: "malformed-response" });
    expect(await account.apiKeys.observe("key_1")).toMatchObject({ state: "found" });
  });

  test("that is answered 204 with the content type of a page is success: there is no page", async () => {
    const service = await startKeyService(1, {
      intercept: (request, response) =>
        request.method === "DELETE" ? !!response.writeHead(204, { "content-type": "text/html" }).end() : false,
    });
    expect(await openAccount(service.url).account.apiKeys.delete("key_1")).toBe("deleted");
  });

  test("that is answered 410 is judged as with 404: success once it is absent, a conflict while it is listed", async () => {
    const service = await startKeyService(1, {
      intercept: (request, response) =>
        request.method === "DELETE"
          ? !!response.writeHead(410, { "content-type": "application/json" }).end("{}")
          : false,
    });
    const { account } = openAccount(service.url);
    expect(await account.apiKeys.delete("gone")).toBe("already-absent");
    await expect(account.apiKeys.delete("key_1")).rejects.toMatchObject({ code: "conflict" });
  });

  test("deleted elsewhere since the snapshot is found out and is success", async () => {
    const service = await startKeyService(3);
    const { account } = openAccount(service.url);
    await account.apiKeys.all();
    service.keys.splice(1, 1);
    expect(await account.apiKeys.delete("key_2", { createdAt: "2024-01-01T00:00:00Z" })).toBe("already-absent");
  });

  test("accepted by another 2xx than 204 is believed once the list does not show it, and in error while it does", async () => {
    const service = await startKeyService(2, {
      intercept: (request, response) => {
        if (request.method !== "DELETE") return false;
        if (request.path.endsWith("key_1"))
          service.keys.splice(
            service.keys.findIndex(({ id }) => id === "key_1"),
            1,
          );
        return !!response.writeHead(202).end("accepted");
      },
    });
    const { account } = openAccount(service.url);
    expect(await account.apiKeys.delete("key_1", { createdAt: "2024-01-01T00:00:00Z" })).toBe("deleted");
    await expect(account.apiKeys.delete("key_2")).rejects.toMatchObject({ code: "conflict" });
  });
});
