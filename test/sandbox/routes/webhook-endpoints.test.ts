import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
let path: string;
beforeEach(async () => {
  sandbox = await start();
  path = `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`;
});
afterEach(stopAll);

const setStatus = (status: string) =>
  sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { status });
const reenable = () => sandbox.call("PATCH", path, { body: { status: "active" } });

test("the seed's endpoint is active, belongs to the partner, and its receiver answers 200", async () => {
  const { status, body } = await sandbox.call("GET", path);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: sandbox.webhookEndpointId,
    account_id: sandbox.partnerAccountId,
    url: expect.stringContaining(sandbox.url),
    status: "active",
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  });
  expect(
    (await fetch(body.url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).status,
  ).toBe(200);
});

test.each(["inactive", "disabled"])("PATCH with status active moves an endpoint from %s to pending", async (from) => {
  await setStatus(from);
  await sandbox.admin("POST", "/clock/advance", { seconds: 5 });
  const { status, body } = await reenable();
  expect([status, body.status, body.updated_at]).toEqual([200, "pending", "2026-01-01T00:00:05.000Z"]);
  expect((await sandbox.call("GET", path)).body).toEqual(body);
});

test.each(["active", "pending"])("PATCH with status active leaves an endpoint that is %s as it is", async (from) => {
  await setStatus(from);
  const before = (await sandbox.call("GET", path)).body;
  const { status, body } = await reenable();
  expect([status, body]).toEqual([200, before]);
});

test("a pending endpoint that nothing is sent to stays pending", async () => {
  await setStatus("pending");
  await sandbox.admin("POST", "/clock/advance", { seconds: 30 * 86_400 });
  expect((await sandbox.call("GET", path)).body.status).toBe("pending");
});

test.each([{ status: "disabled" }, { status: "pending" }, {}, { status: "active", url: "http://localhost" }])(
  "PATCH refuses the body %j",
  async (body) => {
    const reply = await sandbox.call("PATCH", path, { body });
    expect([reply.status, typeof reply.body.error.param]).toEqual([400, "string"]);
  },
);

test("an endpoint that does not exist gets 404, and so does one of another partner", async () => {
  expect((await sandbox.call("GET", "/v1/webhook-endpoints/we_gone")).status).toBe(404);
  const partner = (await sandbox.admin("POST", "/accounts", { kind: "partner" })).body.id;
  const foreign = await start({ endpointAccount: "partner", seed: "another" });
  expect(foreign.webhookEndpointId).not.toBe(sandbox.webhookEndpointId);
  const key = (await sandbox.admin("POST", "/api-keys", { account_id: partner, type: "secret" })).body.value;
  const headers = { "payments-api-key": key, "payments-account": partner };
  expect((await sandbox.call("GET", path, { headers })).status).toBe(403);
});

test("without webhook-endpoint-read a GET gets 405 and PATCH still works", async () => {
  const blind = await start({ without: ["webhook-endpoint-read"] });
  const reply = await blind.call("GET", `/v1/webhook-endpoints/${blind.webhookEndpointId}`);
  expect([reply.status, reply.headers.get("allow")]).toEqual([405, "PATCH"]);
  expect(
    (await blind.call("PATCH", `/v1/webhook-endpoints/${blind.webhookEndpointId}`, { body: { status: "active" } }))
      .status,
  ).toBe(200);
});

test("with endpointAccount partner, endpoints and events are reached with the partner's id and refused with a merchant's", async () => {
  const turned = await start({ endpointAccount: "partner" });
  for (const [method, at, body] of [
    ["GET", `/v1/webhook-endpoints/${turned.webhookEndpointId}`, undefined],
    ["PATCH", `/v1/webhook-endpoints/${turned.webhookEndpointId}`, { status: "active" }],
    ["GET", "/v1/events", undefined],
  ] as const) {
    expect(
      (await turned.call(method, at, { headers: { "payments-account": turned.partnerAccountId }, body })).status,
    ).toBe(200);
    const refused = await turned.call(method, at, { body });
    expect([refused.status, refused.body.error.code]).toEqual([403, "operation_not_enabled"]);
  }
});
