import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

const create = async (body: unknown) => (await sandbox.call("POST", "/v1/api-keys", { body })).body;

describe("creating a key", () => {
  test("answers 201 with the record and a value that authenticates", async () => {
    const { status, body } = await sandbox.call("POST", "/v1/api-keys", {
      body: { type: "secret", name: "Billing", scopes: ["api_keys:read", "accounts:read", "api_keys:read"] },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{16}$/),
      account_id: sandbox.accountId,
      name: "Billing",
      type: "secret",
      scopes: ["api_keys:read", "accounts:read"],
      value: expect.stringMatching(/^sk_sandbox_[0-9a-f]{48}$/),
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z",
    });
    expect((await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": body.value } })).status).toBe(
      200,
    );
  });

  test("without a name or scopes takes the default name of its type and all scopes", async () => {
    expect(await create({ type: "secret" })).toMatchObject({ name: "Secret key", scopes: ["*"] });
    expect(await create({ type: "publishable" })).toMatchObject({ name: "Publishable key", scopes: ["*"] });
  });

  test("ignores the scopes of a publishable key", async () => {
    const key = await create({ type: "publishable", scopes: ["accounts:read"] });
    expect(key.scopes).toEqual(["*"]);
    const { status, body } = await sandbox.call("PATCH", `/v1/api-keys/${key.id}`, {
      body: { name: "x", scopes: ["accounts:read"] },
    });
    expect([status, body.name, body.scopes]).toEqual([200, "x", ["*"]]);
  });

  test.each([
    ["a missing type", {}, "missing_parameter", "type"],
    ["an unknown type", { type: "public" }, "invalid_parameter", "type"],
    ["an empty name", { type: "secret", name: "" }, "invalid_parameter", "name"],
    ["a name of 256 characters", { type: "secret", name: "n".repeat(256) }, "invalid_parameter", "name"],
    ["a name with a line break", { type: "secret", name: "a\nb" }, "invalid_parameter", "name"],
    ["a name that is null", { type: "secret", name: null }, "invalid_parameter", "name"],
    ["an empty list of scopes", { type: "secret", scopes: [] }, "invalid_parameter", "scopes"],
    ["scopes that are no list", { type: "secret", scopes: "*" }, "invalid_parameter", "scopes"],
    ["a malformed scope", { type: "secret", scopes: ["*", "api_keys"] }, "invalid_parameter", "scopes.1"],
    ["an unknown field", { type: "secret", account_id: "acct_1" }, "unknown_parameter", "account_id"],
  ])("refuses %s, naming the field", async (_what, body, code, param) => {
    const reply = await sandbox.call("POST", "/v1/api-keys", { body });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: {
        code,
        param,
        message: expect.stringContaining(`${param}: `),
        request_id: expect.stringMatching(/^req_/),
      },
    });
    expect((await sandbox.call("GET", "/v1/api-keys")).body.total).toBe(0);
  });

  test("names every field at fault in the message", async () => {
    const { body } = await sandbox.call("POST", "/v1/api-keys", { body: { name: "", colour: 1 } });
    expect(body.error.message).toMatch(/type: is required.*name: .*colour: /);
  });
});

describe("listing keys", () => {
  test("answers pages, most recently created first, with offset, limit, total and has_more", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.unshift((await create({ type: "secret", name })).id);
    const first = (await sandbox.call("GET", "/v1/api-keys?offset=0&limit=2")).body;
    expect(first).toMatchObject({ has_more: true, limit: 2, offset: 0, total: 3 });
    const second = (await sandbox.call("GET", "/v1/api-keys?offset=2&limit=2")).body;
    expect(second).toMatchObject({ has_more: false, limit: 2, offset: 2, total: 3 });
    expect([...first.items, ...second.items].map((key: { id: string }) => key.id)).toEqual(ids);
  });

  test("replaces a limit above the maximum by the maximum", async () => {
    const small = await start({ pageMax: 2 });
    for (let n = 0; n < 3; n++) await small.call("POST", "/v1/api-keys", { body: { type: "secret" } });
    const { body } = await small.call("GET", "/v1/api-keys?limit=500");
    expect(body).toMatchObject({ limit: 2, has_more: true, total: 3 });
    expect(body.items).toHaveLength(2);
  });

  test("past the end answers an empty page", async () => {
    expect((await sandbox.call("GET", "/v1/api-keys?offset=7")).body).toEqual({
      has_more: false,
      limit: 20,
      offset: 7,
      total: 0,
      items: [],
    });
  });

  test("shows only the keys of the account in payments-account", async () => {
    const other = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
    const { id } = await create({ type: "secret" });
    const there = await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-account": other } });
    expect(there.body).toMatchObject({ total: 0, items: [] });
    for (const [method, body] of [
      ["PATCH", { name: "x" }],
      ["DELETE", undefined],
    ] as const) {
      expect(
        (await sandbox.call(method, `/v1/api-keys/${id}`, { headers: { "payments-account": other }, body })).status,
      ).toBe(404);
    }
  });

  test.each(["offset=-1", "offset=1.5", "limit=0", "limit=ten", "limit=", "limit=1&limit=2", "page=2"])(
    "refuses ?%s, naming the parameter",
    async (query) => {
      const { status, body } = await sandbox.call("GET", `/v1/api-keys?${query}`);
      expect(status).toBe(400);
      expect(body.error.param).toBe(query.split("=")[0]);
    },
  );
});

describe("updating a key", () => {
  test("changes the given fields, leaves the others, and moves updated_at", async () => {
    const key = await create({ type: "secret", name: "Old", scopes: ["accounts:read"] });
    await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
    const renamed = await sandbox.call("PATCH", `/v1/api-keys/${key.id}`, { body: { name: "New" } });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({
      ...key,
      name: "New",
      value: "sk_sandbox_****",
      updated_at: "2026-01-01T00:01:00.000Z",
    });
    const scoped = await sandbox.call("PATCH", `/v1/api-keys/${key.id}`, { body: { scopes: ["*"] } });
    expect(scoped.body).toMatchObject({ name: "New", scopes: ["*"] });
  });

  test("counts for the key's next request", async () => {
    const key = await create({ type: "secret", scopes: ["api_keys:read"] });
    await sandbox.call("PATCH", `/v1/api-keys/${key.id}`, { body: { scopes: ["accounts:read"] } });
    expect((await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": key.value } })).status).toBe(
      403,
    );
  });

  test("refuses a change of type", async () => {
    const key = await create({ type: "secret" });
    const { status, body } = await sandbox.call("PATCH", `/v1/api-keys/${key.id}`, { body: { type: "publishable" } });
    expect([status, body.error.code, body.error.param]).toEqual([400, "unknown_parameter", "type"]);
  });

  test("answers 404 for a key that does not exist", async () => {
    const { status, body } = await sandbox.call("PATCH", "/v1/api-keys/key_gone", { body: { name: "x" } });
    expect([status, body.error.code]).toEqual([404, "not_found"]);
  });

  test.each(["PATCH", "PUT", "POST"] as const)(
    "goes by %s alone where that is the configured method",
    async (updateMethod) => {
      const configured = await start({ updateMethod });
      const { body: key } = await configured.call("POST", "/v1/api-keys", { body: { type: "secret" } });
      for (const method of ["PATCH", "PUT", "POST"]) {
        const reply = await configured.call(method, `/v1/api-keys/${key.id}`, { body: { name: method } });
        if (method === updateMethod) expect(reply).toMatchObject({ status: 200, body: { name: method } });
        else expect([reply.status, reply.headers.get("allow")]).toEqual([405, `${updateMethod}, DELETE`]);
      }
    },
  );
});

describe("deleting a key", () => {
  test("answers an empty 204, and the key is gone, dead and not found again", async () => {
    const key = await create({ type: "secret" });
    const reply = await sandbox.call("DELETE", `/v1/api-keys/${key.id}`);
    expect([reply.status, reply.body]).toEqual([204, undefined]);
    expect((await sandbox.call("GET", "/v1/api-keys")).body).toMatchObject({ total: 0, items: [] });
    expect((await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": key.value } })).status).toBe(
      401,
    );
    expect((await sandbox.call("DELETE", `/v1/api-keys/${key.id}`)).status).toBe(404);
  });
});

describe("the value of a secret key", () => {
  test.each([
    ["mask", { value: "sk_sandbox_****" }],
    ["omit", {}],
    ["null", { value: null }],
    ["last4", { value: expect.stringMatching(/^sk_sandbox_\*{4}[0-9a-f]{4}$/) }],
  ] as const)("is whole at creation and afterwards redacted in the form %s", async (redaction, shown) => {
    const configured = await start({ redaction });
    const { body: key } = await configured.call("POST", "/v1/api-keys", { body: { type: "secret" } });
    expect(key.value).toMatch(/^sk_sandbox_[0-9a-f]{48}$/);
    const { body: updated } = await configured.call("PATCH", `/v1/api-keys/${key.id}`, { body: { name: "x" } });
    const { body: page } = await configured.call("GET", "/v1/api-keys");
    const { value: _value, ...rest } = key;
    expect(page.items).toEqual([{ ...rest, name: "x", ...shown }]);
    expect(updated).toEqual(page.items[0]);
    if (redaction === "last4") expect(updated.value.slice(-4)).toBe(key.value.slice(-4));
  });

  test("is never redacted for a publishable key", async () => {
    const key = await create({ type: "publishable" });
    expect(key.value).toMatch(/^pk_sandbox_/);
    expect((await sandbox.call("GET", "/v1/api-keys")).body.items[0].value).toBe(key.value);
  });
});

test("last_used is absent at first, then the clock's time of the last request the key authenticated", async () => {
  const key = await create({ type: "secret", scopes: ["api_keys:read"] });
  const lastUsed = async () => (await sandbox.call("GET", "/v1/api-keys")).body.items[0].last_used;
  expect(await lastUsed()).toBeUndefined();
  await sandbox.admin("POST", "/clock/advance", { seconds: 90 });
  await sandbox.call("POST", "/v1/api-keys", { headers: { "payments-api-key": key.value }, body: { type: "secret" } });
  expect(await lastUsed()).toBe("2026-01-01T00:01:30.000Z");
});
