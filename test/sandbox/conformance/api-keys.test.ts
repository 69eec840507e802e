import { stopAll } from "../harness";
import { accepted, minute, refusal, type Scene, scene, timeAfter } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const list = async (query = "") => accepted(await service.call("GET", `/v1/api-keys${query}`));
const update = (id: string | undefined, body: object) => service.call("PATCH", `/v1/api-keys/${id}`, { body });

describe("a key", () => {
  test("has an id of its own", async () => {
    const ids = [(await service.key()).id, (await service.key()).id, (await service.key({ type: "publishable" })).id];
    expect(new Set(ids).size).toBe(3);
    expect(ids).toEqual(ids.map(() => expect.any(String)));
  });

  test("tells the account that it was created for", async () => {
    expect((await service.key()).account_id).toBe(service.accountId);
  });

  test("has the name that the caller chose", async () => {
    expect((await service.key({ type: "secret", name: "Billing, nightly" })).name).toBe("Billing, nightly");
  });

  test("without a name gets a default name that differs for secret and publishable keys", async () => {
    const [secret, publishable] = [await service.key(), await service.key({ type: "publishable" })];
    expect(secret.name).toMatch(/secret/i);
    expect(publishable.name).toMatch(/publishable/i);
    expect((await service.key()).name).toBe(secret.name);
  });

  test("is publishable or secret, and nothing else", async () => {
    expect((await service.key({ type: "secret" })).type).toBe("secret");
    expect((await service.key({ type: "publishable" })).type).toBe("publishable");
    expect((await service.call("POST", "/v1/api-keys", { body: { type: "restricted" } })).status).toBe(400);
  });

  test("has the scopes that it was given", async () => {
    const scopes = ["accounts:read", "api_keys:write"];
    expect((await service.key({ type: "secret", scopes })).scopes).toEqual(scopes);
  });

  test("has all scopes unless given some", async () => {
    const key = await service.key();
    expect(key.scopes).toEqual(["*"]);
    expect(await service.statusWith({ "payments-api-key": key.value }, "POST", "/v1/customers", {})).toBe(201);
  });

  test("that is publishable is given no scopes by naming some", async () => {
    const key = await service.key({ type: "publishable", scopes: ["api_keys:read"] });
    expect(await service.statusWith({ "payments-api-key": key.value }, "GET", "/v1/api-keys")).toBe(403);
    const [intent, token] = [await service.intent(), await service.token()];
    const confirmed = service.statusWith(
      { "payments-api-key": key.value },
      "POST",
      `/v1/payment-intents/${intent}/confirm`,
      { payment_method_id: token },
    );
    expect(await confirmed).toBe(201);
  });

  test("has the value that opens the interface in the header payments-api-key", async () => {
    const { value } = await service.key();
    expect(await service.statusWith({ "payments-api-key": value }, "GET", "/v1/api-keys")).toBe(200);
    expect(await service.statusWith({ "payments-api-key": `${value}x` }, "GET", "/v1/api-keys")).toBe(401);
  });

  test("that is secret shows its value in the creation response and in no other", async () => {
    const { id, value } = await service.key();
    expect(value).toEqual(expect.any(String));
    const later = [await list(), accepted(await update(id, { name: "New" })), await list()];
    for (const answer of later) expect(JSON.stringify(answer)).not.toContain(value);
  });

  test("has no last_used until it authenticates, then the time at which it last did", async () => {
    const { id, value } = await service.key();
    const lastUsed = async () => (await list()).items.find((key: { id: string }) => key.id === id).last_used;
    expect(await lastUsed()).toBeUndefined();
    for (const minutes of [5, 10]) {
      await service.wait(5 * minute);
      await service.call("GET", "/v1/accounts", { headers: { "payments-api-key": value } });
      expect(await lastUsed()).toBe(timeAfter(minutes * minute));
    }
  });

  test("tells when it was created, whatever happens later", async () => {
    await service.wait(minute);
    const { id, created_at } = await service.key();
    await service.wait(minute);
    expect([created_at, accepted(await update(id, { name: "New" })).created_at]).toEqual([
      timeAfter(minute),
      timeAfter(minute),
    ]);
  });

  test("tells when it was last updated", async () => {
    const { id, updated_at } = await service.key();
    await service.wait(minute);
    expect([updated_at, accepted(await update(id, { name: "New" })).updated_at]).toEqual([
      timeAfter(0),
      timeAfter(minute),
    ]);
  });

  test("takes every scope that the document lists", async () => {
    const nouns = ["accounts:delete", "accounts:read", "accounts:write", "api_keys:read", "api_keys:write"];
    const scopes = [...nouns, "apple_pay_domains:read", "apple_pay_domains:write"];
    expect((await service.key({ type: "secret", scopes })).scopes).toEqual(scopes);
    expect((await service.key({ type: "secret", scopes: ["*"] })).scopes).toEqual(["*"]);
  });

  test("takes scopes that the document does not list, but nothing that is not a scope", async () => {
    expect((await service.key({ type: "secret", scopes: ["payouts:read"] })).scopes).toEqual(["payouts:read"]);
    for (const scopes of [[], ["read everything"], ["PAYOUTS:READ"]])
      expect((await service.call("POST", "/v1/api-keys", { body: { type: "secret", scopes } })).status).toBe(400);
  });
});

describe("the list of keys", () => {
  test("is a page with has_more, limit, offset, total and items, from a zero-based offset", async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.unshift((await service.key()).id);
    const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
    const first = await list("?limit=2");
    expect(first).toEqual({ has_more: true, limit: 2, offset: 0, total: 5, items: expect.any(Array) });
    expect(ids(first)).toEqual(made.slice(0, 2));
    const last = await list("?limit=2&offset=4");
    expect(last).toMatchObject({ has_more: false, limit: 2, offset: 4, total: 5 });
    expect(ids(last)).toEqual(made.slice(4));
    expect(ids(await list())).toEqual(made);
    expect(ids(await list("?offset=0"))).toEqual(made);
  });

  test("holds the most recently created first", async () => {
    const made = [];
    for (const name of ["first", "second", "third"]) {
      made.push((await service.key({ type: "secret", name })).name);
      await service.wait(minute);
    }
    await update((await list()).items[2].id, { name: "first, updated" });
    expect((await list()).items.map(({ name }: { name: string }) => name)).toEqual([
      "third",
      "second",
      "first, updated",
    ]);
  });

  test("replaces a limit above the maximum by the maximum", async () => {
    service = await scene({ pageMax: 3 });
    for (let count = 0; count < 5; count++) await service.key();
    const page = await list("?limit=4");
    expect([page.limit, page.items.length, page.has_more]).toEqual([3, 3, true]);
    for (const above of ["9999999999", "9007199254740993", "9".repeat(400)])
      expect((await list(`?limit=${above}`)).limit).toBe(3);
    expect((await list("?limit=3")).limit).toBe(3);
    expect((await list("?limit=2")).limit).toBe(2);
  });

  test("holds at most 100 keys unless an option sets another limit", async () => {
    expect((await list("?limit=100000")).limit).toBe(100);
  });
});

describe("creating a key", () => {
  test("needs a type, and neither name nor scopes", async () => {
    expect((await service.call("POST", "/v1/api-keys", { body: { type: "secret" } })).status).toBe(201);
    const reply = await service.call("POST", "/v1/api-keys", { body: { name: "Billing", scopes: ["*"] } });
    expect([reply.status, reply.body.error.param]).toEqual([400, "type"]);
  });

  test("answers 201 with the key as it is listed, but for the value", async () => {
    const { status, body } = await service.call("POST", "/v1/api-keys", { body: { type: "secret" } });
    const [{ value: redacted, ...listed }] = (await list()).items;
    expect([status, body]).toEqual([201, { ...listed, value: expect.any(String) }]);
    expect(body.value).not.toBe(redacted);
  });
});

describe("updating a key", () => {
  test("changes what is given, leaves what is omitted, and answers 200 with the value redacted", async () => {
    const { id, value } = await service.key({ type: "secret", name: "Billing", scopes: ["accounts:read"] });
    const renamed = await update(id, { name: "Reports" });
    expect([renamed.status, renamed.body.name, renamed.body.scopes]).toEqual([200, "Reports", ["accounts:read"]]);
    const rescoped = await update(id, { scopes: ["api_keys:read"] });
    expect([rescoped.status, rescoped.body.name, rescoped.body.scopes]).toEqual([200, "Reports", ["api_keys:read"]]);
    expect(JSON.stringify([renamed.body, rescoped.body])).not.toContain(value);
  });

  test("is done with PATCH, or with the one method that an option sets", async () => {
    const methods = ["PATCH", "PUT", "POST"] as const;
    for (const updateMethod of methods) {
      service = await scene({ updateMethod });
      const { id } = await service.key();
      const call = (method: string) => service.call(method, `/v1/api-keys/${id}`, { body: { name: "New" } });
      for (const method of methods) expect((await call(method)).status).toBe(method === updateMethod ? 200 : 405);
    }
  });
});

describe("deleting a key", () => {
  test("answers 204 with nothing, and the key is dead", async () => {
    const { id, value } = await service.key();
    const { status, body } = await service.call("DELETE", `/v1/api-keys/${id}`);
    expect([status, body]).toEqual([204, undefined]);
    expect((await list()).total).toBe(0);
    expect(await service.statusWith({ "payments-api-key": value }, "GET", "/v1/api-keys")).toBe(401);
  });

  test("cannot be undone: neither deleting nor updating it again finds it", async () => {
    const { id } = await service.key();
    await service.call("DELETE", `/v1/api-keys/${id}`);
    expect(refusal(await service.call("DELETE", `/v1/api-keys/${id}`))).toContain(id);
    expect((await update(id, { name: "Back" })).status).toBe(404);
    await service.wait(minute);
    expect((await list()).total).toBe(0);
  });
});
