import { connect } from "node:net";
import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

const keyWith = async (body: object) =>
  (await sandbox.admin("POST", "/api-keys", { account_id: sandbox.accountId, type: "secret", ...body })).body
    .value as string;

describe("authentication", () => {
  test.each([
    ["a missing key", undefined, "missing_api_key"],
    ["an unknown key", "sk_sandbox_nobody", "invalid_api_key"],
  ])("refuses %s with 401", async (_what, key, code) => {
    const { status, body } = await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": key } });
    expect([status, body.error.code, body.error.param]).toEqual([401, code, "payments-api-key"]);
  });

  test("goes before the checks of the body", async () => {
    expect(
      (await sandbox.call("POST", "/v1/api-keys", { headers: { "payments-api-key": "x" }, body: "{" })).status,
    ).toBe(401);
  });

  test("refuses a publishable key on everything but the confirmation of a payment intent", async () => {
    const headers = { "payments-api-key": await keyWith({ type: "publishable" }) };
    const { status, body } = await sandbox.call("GET", "/v1/api-keys", { headers });
    expect([status, body.error.code]).toEqual([403, "key_type_not_allowed"]);
    expect((await sandbox.call("POST", "/v1/payment-intents/pi_1/confirm", { headers, body: {} })).status).toBe(400);
  });
});

test("a request whose body and query are both wrong is refused because of its body, before anything is done", async () => {
  const { status, body } = await sandbox.call("POST", "/v1/api-keys?x=1", { body: { type: "private" } });
  expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_parameter", "type"]);
  const query = await sandbox.call("POST", "/v1/api-keys?x=1", { body: { type: "secret" } });
  expect([query.status, query.body.error.code, query.body.error.param]).toEqual([400, "unknown_parameter", "x"]);
  expect((await sandbox.call("GET", "/v1/api-keys")).body.total).toBe(0);
});

describe("the account in payments-account", () => {
  test("is required", async () => {
    const { status, body } = await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-account": undefined } });
    expect([status, body.error.code, body.error.param]).toEqual([400, "missing_parameter", "payments-account"]);
  });

  test("of a partner serves GET /v1/accounts and nothing else", async () => {
    const headers = { "payments-account": sandbox.partnerAccountId };
    expect((await sandbox.call("GET", "/v1/accounts", { headers })).status).toBe(200);
    for (const [method, path] of [
      ["GET", "/v1/api-keys"],
      ["POST", "/v1/api-keys"],
      ["PATCH", "/v1/api-keys/key_1"],
      ["DELETE", "/v1/api-keys/key_1"],
      ["GET", "/v1/events"],
      ["GET", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`],
      ["PATCH", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`],
      ["POST", "/v1/customers"],
      ["POST", "/v1/payment-intents"],
      ["POST", "/v1/subscriptions"],
    ] as const) {
      const { status, body } = await sandbox.call(method, path, { headers });
      expect([path, status, body.error.code]).toEqual([path, 403, "operation_not_enabled"]);
      expect(body.error.message).toMatch(/operation is not enabled for this account/i);
    }
  });

  test("of somebody else is refused like one that does not exist", async () => {
    const stranger = (await sandbox.admin("POST", "/accounts", { kind: "partner" })).body.id;
    const refusals = await Promise.all(
      [stranger, "acct_nobody"].map((account) =>
        sandbox.call("GET", "/v1/accounts", { headers: { "payments-account": account } }),
      ),
    );
    for (const { status, body } of refusals) expect([status, body.error.code]).toEqual([403, "account_not_accessible"]);
  });

  test("of another merchant is refused to a merchant's own key", async () => {
    const other = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
    const value = await keyWith({});
    expect((await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": value } })).status).toBe(200);
    const { status } = await sandbox.call("GET", "/v1/api-keys", {
      headers: { "payments-api-key": value, "payments-account": other },
    });
    expect(status).toBe(403);
  });
});

describe("what the service does not have", () => {
  test.each([
    ["GET", "/v1/nothing", 404, "not_found"],
    ["GET", "/v1/api-keys/key_1", 405, "method_not_allowed"],
    ["HEAD", "/v1/api-keys", 405, undefined],
    ["GET", "/elsewhere", 404, "not_found"],
  ])("%s %s answers %i", async (method, path, status, code) => {
    const reply = await sandbox.call(method, path, method === "POST" ? { body: {} } : {});
    expect([reply.status, reply.body?.error.code]).toEqual([status, code]);
  });
});

describe("a request that cannot be read", () => {
  test.each([
    ["broken JSON", "{", 400],
    ["no body", undefined, 400],
    ["a list", [], 400],
    ["null", null, 400],
    ["a body over 1 MiB", { type: "secret", name: "n".repeat(1_048_576) }, 413],
    ["a name that would change prototypes", '{"type":"secret","__proto__":{"name":"x"}}', 400],
    ["deep nesting", `{"type":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, 400],
  ])("because of %s is refused plainly", async (_what, body, status) => {
    const reply = await sandbox.call("POST", "/v1/api-keys", { body });
    expect([reply.status, typeof reply.body.error.message]).toEqual([status, "string"]);
  });

  test("because of its media type gets 415", async () => {
    const headers = { "content-type": "text/plain" };
    expect((await sandbox.call("POST", "/v1/api-keys", { headers, body: "{}" })).status).toBe(415);
  });

  test("because of its address gets 400", async () => {
    expect((await sandbox.call("DELETE", "/v1/api-keys/%zz")).status).toBe(400);
  });

  test("a body of content-type JSON that is empty is no body", async () => {
    const headers = { "content-type": "application/json" };
    expect((await sandbox.call("DELETE", "/v1/api-keys/key_1", { headers })).status).toBe(404);
  });
});

test("every answer carries the time of the sandbox's clock in its Date header", async () => {
  await sandbox.admin("POST", "/clock/advance", { to: "2026-03-04T05:06:07Z" });
  for (const reply of [
    await sandbox.call("GET", "/v1/api-keys"),
    await sandbox.call("GET", "/v1/nothing"),
    await sandbox.call("DELETE", "/v1/api-keys/%zz"),
    await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": undefined } }),
    await sandbox.admin("GET", "/clock"),
  ]) {
    expect(reply.headers.get("date")).toBe("Wed, 04 Mar 2026 05:06:07 GMT");
  }
});

/** The status line that a request with this Host header gets. */
async function statusForHost(host: string): Promise<number> {
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /_sandbox/health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += chunk;
  return Number(text.split(" ")[1]);
}

test.each([
  ["127.0.0.1:4010", 200],
  ["localhost", 200],
  ["LOCALHOST:80", 200],
  ["[::1]:4010", 200],
  ["attacker.example", 403],
  ["127.0.0.1.attacker.example", 403],
  ["localhost.attacker.example:4010", 403],
  ["a b", 403],
])("a Host header of %s gets %i", async (host, status) => {
  expect(await statusForHost(host)).toBe(status);
});

test("neither the log nor the request log nor any error shows a key's value or the admin token", async () => {
  const value = await keyWith({});
  await sandbox.call("GET", `/v1/api-keys?limit=${value}`);
  await sandbox.call("GET", `/v1/${value}`);
  const encoded = value.replace(/_/g, "%5F");
  const replies = [
    await sandbox.call("DELETE", `/v1/api-keys/${value}`),
    await sandbox.call("DELETE", `/v1/api-keys/${encoded}`),
    await sandbox.call("GET", `/v1/webhook-endpoints/${value}`),
    await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-account": value } }),
    await sandbox.call("POST", "/v1/api-keys", { body: { type: value, [value]: value } }),
    await sandbox.admin("GET", "/requests"),
  ];
  const everything = JSON.stringify([replies.map(({ body }) => body), sandbox.lines]);
  expect(sandbox.lines.length).toBeGreaterThanOrEqual(7);
  for (const secret of [value, encoded, sandbox.apiKey, sandbox.adminToken]) expect(everything).not.toContain(secret);
});
