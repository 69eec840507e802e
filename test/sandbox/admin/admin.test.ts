import type { FidelityRow } from "../../../sandbox/admin/fidelity";
import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

describe("the admin token", () => {
  test("is needed for everything but health", async () => {
    expect(await (await fetch(`${sandbox.adminUrl}/health`)).json()).toEqual({ status: "ok" });
    for (const authorization of [undefined, "Bearer ", "Bearer wrong", sandbox.adminToken]) {
      for (const path of ["/clock", "/requests", "/fidelity", "/mail"]) {
        const response = await fetch(`${sandbox.adminUrl}${path}`, {
          headers: authorization === undefined ? {} : { authorization },
        });
        expect([path, response.status]).toEqual([path, 401]);
      }
    }
  });

  test("is the one given at the start, if one was", async () => {
    const chosen = await start({ adminToken: "correct horse".replace(" ", "-") });
    expect(chosen.adminToken).toBe("correct-horse");
    expect((await chosen.admin("GET", "/clock")).status).toBe(200);
  });
});

describe("api-keys", () => {
  test("makes, changes, lists and deletes keys as a colleague would", async () => {
    const made = await sandbox.admin("POST", "/api-keys", {
      account_id: sandbox.accountId,
      type: "secret",
      name: "Theirs",
      scopes: ["accounts:read"],
    });
    expect([made.status, made.body.value]).toEqual([201, expect.stringMatching(/^sk_sandbox_[0-9a-f]{48}$/)]);
    const { value: _value, ...metadata } = made.body;
    const listed = async () => (await sandbox.admin("GET", `/api-keys?account_id=${sandbox.accountId}`)).body;
    expect(await listed()).toEqual([metadata]);
    const changed = await sandbox.admin("PATCH", `/api-keys/${metadata.id}`, {
      name: "Ours",
      last_used: "2025-12-31T23:00:00+01:00",
    });
    expect(changed.body).toMatchObject({
      name: "Ours",
      scopes: ["accounts:read"],
      last_used: "2025-12-31T22:00:00.000Z",
      value: "sk_sandbox_****",
    });
    expect((await sandbox.call("GET", "/v1/api-keys")).body.items[0]).toEqual(changed.body);
    expect((await sandbox.admin("PATCH", `/api-keys/${metadata.id}`, { last_used: null })).body).not.toHaveProperty(
      "last_used",
    );
    expect((await sandbox.admin("DELETE", `/api-keys/${metadata.id}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
  });

  test("lists the keys of every account without a filter, the ready line's among them", async () => {
    await sandbox.call("POST", "/v1/api-keys", { body: { type: "publishable" } });
    const { body } = await sandbox.admin("GET", "/api-keys");
    expect(body.map((key: { account_id: string }) => key.account_id)).toEqual([
      sandbox.partnerAccountId,
      sandbox.accountId,
    ]);
    expect(JSON.stringify(body)).not.toContain("value");
  });

  test("setting last_used alone does not touch updated_at", async () => {
    const { id, updated_at } = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body;
    await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
    const { body } = await sandbox.admin("PATCH", `/api-keys/${id}`, { last_used: "2026-01-01T00:00:30Z" });
    expect(body.updated_at).toBe(updated_at);
  });

  test("refuses an account that does not exist", async () => {
    const { status, body } = await sandbox.admin("POST", "/api-keys", { account_id: "acct_nobody", type: "secret" });
    expect([status, body.error.param]).toEqual([400, "account_id"]);
  });
});

describe("webhook-endpoints", () => {
  test("makes, lists, sets and deletes endpoints of the partner", async () => {
    const made = await sandbox.admin("POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/hook" });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ account_id: sandbox.partnerAccountId, status: "active" }),
    ]);
    const changed = await sandbox.admin("PATCH", `/webhook-endpoints/${made.body.id}`, {
      status: "disabled",
      url: "https://localhost/new",
    });
    expect(changed.body).toMatchObject({ status: "disabled", url: "https://localhost/new" });
    const { body } = await sandbox.admin("GET", "/webhook-endpoints");
    expect(body.map((endpoint: { id: string }) => endpoint.id)).toEqual([sandbox.webhookEndpointId, made.body.id]);
    expect((await sandbox.call("GET", `/v1/webhook-endpoints/${made.body.id}`)).body).toEqual(changed.body);
    expect((await sandbox.admin("DELETE", `/webhook-endpoints/${made.body.id}`)).status).toBe(204);
    expect((await sandbox.call("GET", `/v1/webhook-endpoints/${made.body.id}`)).status).toBe(404);
  });

  test.each([{ url: "ftp://127.0.0.1/" }, { url: "hook" }, {}])("refuses %j", async (body) => {
    expect((await sandbox.admin("POST", "/webhook-endpoints", body)).body.error.param).toBe("url");
  });
});

describe("events", () => {
  test.each([
    ["account_id", { type: "t", account_id: "acct_nobody" }],
    ["type", { type: "Payout Paid", account_id: "x" }],
    ["data", { type: "t", account_id: "x", data: [] }],
  ])("refuses a bad %s", async (param, body) => {
    const reply = await sandbox.admin("POST", "/events", body);
    expect([reply.status, reply.body.error.param]).toEqual([400, param]);
  });

  test("refuses an event of a partner account, since events happen to merchants", async () => {
    expect((await sandbox.admin("POST", "/events", { type: "t", account_id: sandbox.partnerAccountId })).status).toBe(
      400,
    );
  });
});

describe("the request log", () => {
  test("has one entry a request to /v1, with what it was, whose it was and how it ended", async () => {
    const { id } = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body;
    await sandbox.call("DELETE", `/v1/api-keys/${id}?now`, { headers: { "payments-api-key": undefined } });
    await sandbox.admin("GET", "/clock");
    const at = "2026-01-01T00:00:00.000Z";
    const { body } = await sandbox.admin("GET", "/requests");
    expect(body).toEqual([
      {
        at,
        request_id: "req_00000001",
        operation: "POST /v1/api-keys",
        path: "/v1/api-keys",
        query: "",
        status: 201,
        key_id: expect.stringMatching(/^key_/),
        account_id: sandbox.accountId,
        fault: null,
      },
      {
        at,
        request_id: "req_00000002",
        operation: "DELETE /v1/api-keys/{id}",
        path: `/v1/api-keys/${id}`,
        query: "now",
        status: 401,
        key_id: null,
        account_id: null,
        fault: null,
      },
    ]);
    expect((await sandbox.admin("GET", "/requests/counts")).body).toEqual({
      "POST /v1/api-keys": 1,
      "DELETE /v1/api-keys/{id}": 1,
    });
    expect((await sandbox.admin("DELETE", "/requests")).status).toBe(204);
    expect((await sandbox.admin("GET", "/requests")).body).toEqual([]);
  });

  test("has the same ids as the errors that callers saw", async () => {
    const { body } = await sandbox.call("GET", "/v1/nothing");
    const [entry] = (await sandbox.admin("GET", "/requests")).body;
    expect(entry).toMatchObject({ operation: "GET /v1/*", status: 404, request_id: body.error.request_id });
  });
});

describe("fidelity", () => {
  test("has a row for every operation, every sentence of the document and every assumption, with the tests that show it", async () => {
    const { body } = await sandbox.admin("GET", "/fidelity");
    const rows = body as FidelityRow[];
    const named = new Set(rows.filter(({ kind }) => kind === "assumption").map(({ subject }) => subject));
    for (const row of rows) for (const name of row.assumptions) expect(named).toContain(name);
    const standing = Object.fromEntries(rows.map((row) => [row.subject, row.standing]));
    expect(standing).toMatchObject({
      "GET /v1/api-keys": "documented",
      "GET /v1/webhook-endpoints/{id}": "assumption",
      "POST /v1/subscriptions": "documented",
      "Authentication, 1": "documented",
      "Authentication, 14": "assumption",
      "error-shape": "assumption",
    });
    expect(Object.keys(standing)).toHaveLength(rows.length);
    for (const { kind, subject, tests } of rows.filter((row) => row.standing !== "nothing to show"))
      expect([subject, tests.every((test) => /^test\/\S+\.test\.ts: /.test(test)), tests.length > 0]).toEqual([
        subject,
        true,
        kind !== "operation",
      ]);
    expect(rows.find(({ subject }) => subject === "Versioning, 1")).toEqual({
      kind: "sentence",
      subject: "Versioning, 1",
      standing: "documented",
      source: "Versioning",
      statement: "All paths begin with the prefix /v1.",
      assumptions: [],
      tests: [
        "test/sandbox/conformance/service.test.ts: all paths begin with /v1, and none of them is served without it",
      ],
    });
  });
});
