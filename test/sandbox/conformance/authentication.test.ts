import { stopAll } from "../harness";
import { documentedOperations } from "./documented-operations";
import { accepted, hour, refusal, type Scene, scene, timeAfter } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const notEnabled = /the operation is not enabled for this account/i;

/** Status of each operation with other headers, by its name. */
async function statuses(headers: Record<string, string | undefined>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name, call } of documentedOperations(service)) found[name] = (await call(headers)).status;
  return found;
}

const everyOperation = (status: number | ((success: number) => number)) =>
  Object.fromEntries(
    documentedOperations(service).map(({ name, success }) => [
      name,
      typeof status === "number" ? status : status(success),
    ]),
  );

test("every request needs payments-api-key, holding the value of a key", async () => {
  expect(await statuses({ "payments-api-key": undefined })).toEqual(everyOperation(401));
  expect(await statuses({ "payments-api-key": "sk_sandbox_0" })).toEqual(everyOperation(401));
  expect(await statuses({})).toEqual(everyOperation((success) => success));
});

test("every request needs payments-account, holding the account that it acts on behalf of", async () => {
  expect(await statuses({ "payments-account": undefined })).toEqual(everyOperation(400));
  const other = await service.merchant();
  const made = accepted(
    await service.call("POST", "/v1/api-keys", {
      headers: { "payments-account": other },
      body: { type: "secret" },
    }),
  );
  expect(made.account_id).toBe(other);
  const { items } = accepted(await service.call("GET", "/v1/api-keys?limit=100"));
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(made.id);
});

test("all four API key operations require payments-account", async () => {
  const four = documentedOperations(service).filter(({ name }) => name.includes("/v1/api-keys"));
  expect(four).toHaveLength(4);
  for (const { call } of four)
    expect(refusal(await call({ "payments-account": undefined }))).toContain("payments-account");
});

test("payments-account is a connected merchant's id: neither a stranger's nor nobody's is taken", async () => {
  const partner = accepted(await service.admin("POST", "/accounts", { kind: "partner" })).id;
  for (const account of ["acct_nobody", partner])
    expect(await statuses({ "payments-account": account })).toEqual(everyOperation(403));
});

test("payments-account must not be the partner's id, but for GET /v1/accounts", async () => {
  const found = await statuses({ "payments-account": service.partnerAccountId });
  expect(Object.entries(found).filter(([, status]) => status < 300)).toEqual([["GET /v1/accounts", 200]]);
});

test("with a partner id GET /v1/accounts succeeds, and the first payment call says that the operation is not enabled for this account", async () => {
  const headers = { "payments-account": service.partnerAccountId };
  expect((await service.call("GET", "/v1/accounts", { headers })).status).toBe(200);
  const body = { amount: 100, currency: "usd" };
  expect(refusal(await service.call("POST", "/v1/payment-intents", { headers, body }))).toMatch(notEnabled);
  expect((await service.call("POST", "/v1/payment-intents", { body })).status).toBe(201);
});

test("with a partner id every payment operation fails with a message that it is not enabled for this account", async () => {
  for (const { isPayment, call } of documentedOperations(service))
    if (isPayment) expect(refusal(await call({ "payments-account": service.partnerAccountId }))).toMatch(notEnabled);
});

test("a secret key authenticates every operation", async () => {
  const { value } = await service.key({ type: "secret" });
  expect(await statuses({ "payments-api-key": value })).toEqual(everyOperation((success) => success));
});

test("a publishable key confirms a payment intent and reaches nothing else, whatever its scopes say", async () => {
  const { value } = await service.key({ type: "publishable", scopes: ["*"] });
  const confirm = "POST /v1/payment-intents/{id}/confirm";
  expect(await statuses({ "payments-api-key": value })).toEqual({ ...everyOperation(403), [confirm]: 201 });
});

test("the scopes of a secret key limit what it reaches", async () => {
  const { value } = await service.key({ type: "secret", scopes: ["api_keys:read", "accounts:read"] });
  const reached = ["GET /v1/api-keys", "GET /v1/accounts"];
  const found = await statuses({ "payments-api-key": value });
  expect(Object.keys(found).filter((name) => found[name] === 200)).toEqual(reached);
  expect(Object.values(found).filter((status) => status === 403)).toHaveLength(10);
});

test("each operation needs the read or the write scope of its own resource, and no other", async () => {
  const scopes: Record<string, string> = {
    "GET /v1/api-keys": "api_keys:read",
    "POST /v1/api-keys": "api_keys:write",
    "PATCH /v1/api-keys/{id}": "api_keys:write",
    "DELETE /v1/api-keys/{id}": "api_keys:write",
    "POST /v1/customers": "customers:write",
    "PUT /v1/payment-methods/{id}/attach": "payment_methods:write",
    "POST /v1/payment-intents": "payment_intents:write",
    "POST /v1/payment-intents/{id}/confirm": "payment_intents:write",
    "POST /v1/subscriptions": "subscriptions:write",
    "GET /v1/accounts": "accounts:read",
    "GET /v1/events": "events:read",
    "PATCH /v1/webhook-endpoints/{id}": "webhook_endpoints:write",
  };
  for (const scope of new Set(Object.values(scopes))) {
    const { value } = await service.key({ type: "secret", scopes: [scope] });
    const found = await statuses({ "payments-api-key": value });
    expect(Object.keys(found).filter((name) => found[name] !== 403)).toEqual(
      Object.keys(scopes).filter((name) => scopes[name] === scope),
    );
  }
});

test("the default scopes allow everything", async () => {
  const { value, scopes } = await service.key({ type: "secret" });
  expect(scopes).toEqual(["*"]);
  expect(await statuses({ "payments-api-key": value })).toEqual(everyOperation((success) => success));
});

test("the value of a secret key is returned once, in the creation response", async () => {
  const { id, value } = await service.key();
  expect(await service.statusWith({ "payments-api-key": value }, "GET", "/v1/accounts")).toBe(200);
  const answers = [
    await service.call("GET", "/v1/api-keys"),
    await service.call("PATCH", `/v1/api-keys/${id}`, { body: { name: "New" } }),
    await service.call("PATCH", `/v1/api-keys/${id}`, { body: {} }),
    await service.call("DELETE", `/v1/api-keys/${id}`),
  ];
  for (const { body } of answers) expect(JSON.stringify(body) ?? "").not.toContain(value);
});

test("every later response redacts the value of a secret key, in the form that an option sets", async () => {
  const forms = { mask: "sk_sandbox_****", null: null, omit: undefined, last4: expect.stringMatching(/\*.{4}$/) };
  for (const [redaction, shown] of Object.entries(forms)) {
    service = await scene({ redaction: redaction as keyof typeof forms });
    const { id } = await service.key();
    const listed = accepted(await service.call("GET", "/v1/api-keys")).items[0];
    const updated = accepted(await service.call("PATCH", `/v1/api-keys/${id}`, { body: { name: "New" } }));
    expect([listed.value, updated.value]).toEqual([shown, shown]);
  }
});

test("last_used records when a key last authenticated, refused or not", async () => {
  const { id, value } = await service.key({ type: "secret", scopes: ["accounts:read"] });
  const headers = { "payments-api-key": value };
  const lastUsed = async () =>
    accepted(await service.call("GET", "/v1/api-keys")).items.find((key: { id: string }) => key.id === id).last_used;
  await service.wait(hour);
  await service.call("GET", "/v1/accounts", { headers });
  expect(await lastUsed()).toBe(timeAfter(hour));
  await service.wait(hour);
  expect((await service.call("GET", "/v1/api-keys", { headers })).status).toBe(403);
  expect(await lastUsed()).toBe(timeAfter(2 * hour));
});
