import { stopAll } from "../harness";
import { documentedOperations } from "./documented-operations";
import { accepted, refusal, type Scene, scene } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

test("two sandboxes, each at an address of its own, serve the same interface", async () => {
  const other = await scene();
  expect(other.url).not.toBe(service.url);
  for (const { url } of [service, other]) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
  for (const one of [service, other])
    for (const { name, success, call } of documentedOperations(one))
      expect([name, (await call()).status]).toEqual([name, success]);
});

test("every operation of the document answers its success code: 200, 201 or 204", async () => {
  const operations = documentedOperations(service);
  for (const { name, success, call } of operations) expect([name, (await call()).status]).toEqual([name, success]);
  expect(new Set(operations.map(({ success }) => success))).toEqual(new Set([200, 201, 204]));
});

test("bodies are JSON: every answer says so, and nothing else is taken", async () => {
  for (const { success, call } of documentedOperations(service)) {
    const { headers, body } = await call();
    if (success !== 204)
      expect([headers.get("content-type"), typeof body]).toEqual([
        expect.stringMatching(/^application\/json/),
        "object",
      ]);
  }
  const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "email=ada%40example.com" };
  refusal(await service.call("POST", "/v1/customers", form));
  refusal(await service.call("POST", "/v1/customers", { body: "{" }));
});

test("all paths begin with /v1, and none of them is served without it", async () => {
  for (const { name } of documentedOperations(service)) {
    const [method = "", path = ""] = name.split(" ");
    expect(path).toMatch(/^\/v1\//);
    expect((await service.call(method, path.replace("/v1", ""))).status).toBe(404);
  }
});

test("/v1 is the only version, and no header selects another", async () => {
  expect((await service.call("GET", "/v2/api-keys")).status).toBe(404);
  const headers = { "payments-version": "2020-01-01", "accept-version": "9" };
  expect((await service.call("GET", "/v1/api-keys", { headers })).status).toBe(200);
});

test("what the document does not show is not served, but for what an assumption names", async () => {
  const key = (await service.key()).id;
  for (const [method, path] of [
    ["GET", `/v1/api-keys/${key}`],
    ["GET", "/v1/customers"],
    ["GET", "/v1/payment-methods"],
    ["POST", "/v1/payment-methods"],
    ["GET", "/v1/payment-intents"],
    ["POST", "/v1/events"],
    ["POST", "/v1/accounts"],
    ["GET", "/v1/payouts"],
  ] as const)
    expect([method, path, [404, 405].includes((await service.call(method, path)).status)]).toEqual([
      method,
      path,
      true,
    ]);
});

test("a card is charged on behalf of the merchant whose id the request carries", async () => {
  const [other, token] = [await service.merchant(), await service.token()];
  const headers = { "payments-account": other };
  const body = { amount: 900, currency: "usd" };
  const theirs = accepted(await service.call("POST", "/v1/payment-intents", { headers, body }));
  expect(theirs.account_id).toBe(other);
  expect((await service.confirm(theirs.id, token)).status).toBe(404);
  expect((await service.confirm(await service.intent(), token)).body.amount_received).toBe(2_500);
});

test("what a merchant gets to keep of a card is an identifier and display metadata", async () => {
  const { paymentMethodId, customerId } = await service.attached();
  const { body } = await service.attach(paymentMethodId, customerId);
  expect([body.id, Object.keys(body.card).sort()]).toEqual([
    paymentMethodId,
    ["brand", "exp_month", "exp_year", "last4"],
  ]);
});

test("account ids begin with acct_", async () => {
  for (const id of [service.accountId, service.partnerAccountId, await service.merchant()])
    expect(id).toMatch(/^acct_./);
});

test("GET /v1/accounts takes a partner id, and answers the partner and its merchants", async () => {
  const merchant = await service.merchant();
  const list = async (account: string) =>
    accepted(await service.call("GET", "/v1/accounts", { headers: { "payments-account": account } }));
  const page = await list(service.partnerAccountId);
  expect(page.items.map(({ id }: { id: string }) => id)).toEqual([
    merchant,
    service.accountId,
    service.partnerAccountId,
  ]);
  expect((await list(merchant)).items).toEqual([
    { id: merchant, kind: "merchant", partner_id: service.partnerAccountId, created_at: "2026-01-01T00:00:00.000Z" },
  ]);
});

test("an error has a code, a message, the field where there is one, and the id of the request", async () => {
  const { status, body } = await service.call("POST", "/v1/api-keys", { body: { type: "secret", name: 7 } });
  expect(status).toBe(400);
  expect(body).toEqual({
    error: {
      code: "invalid_parameter",
      message: expect.stringContaining("name"),
      param: "name",
      request_id: expect.stringMatching(/./),
    },
  });
});

test("errors have the status that HTTP has for them", async () => {
  const status = async (method: string, path: string, request: object = {}) =>
    (await service.call(method, path, request)).status;
  const declined = await service.token({ behaviour: "decline" });
  expect([
    await status("POST", "/v1/customers", { body: "{" }),
    await status("GET", "/v1/api-keys", { headers: { "payments-api-key": "sk_sandbox_0" } }),
    (await service.confirm(await service.intent(), declined)).status,
    await status("GET", "/v1/api-keys", { headers: { "payments-account": "acct_nobody" } }),
    await status("DELETE", "/v1/api-keys/key_0"),
    await status("PUT", "/v1/customers", { body: {} }),
    await status("POST", "/v1/customers", { body: { first_name: "x".repeat(2_000_000) } }),
    await status("POST", "/v1/customers", { headers: { "content-type": "text/plain" }, body: "{}" }),
  ]).toEqual([400, 401, 402, 403, 404, 405, 413, 415]);
});

test("no rate limit applies: a thousand calls in a row are all answered", async () => {
  const answers = [];
  for (let rounds = 0; rounds < 20; rounds++)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, () => service.call("GET", "/v1/api-keys?limit=1")))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
