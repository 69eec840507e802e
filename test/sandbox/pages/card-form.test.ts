import { type Harness, start, stopAll } from "../harness";

const card = { number: "4242 4242 4242 4242", exp_month: 12, exp_year: 2034, cvv: "977" };

let sandbox: Harness;
let key: string;
beforeEach(async () => {
  sandbox = await start();
  key = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "publishable" } })).body.value;
});
afterEach(stopAll);

const create = (body: object, headers: Record<string, string | undefined> = {}) =>
  sandbox.call("POST", "/_sandbox/card-form", {
    body: { type: "card", card, ...body },
    headers: { "payments-api-key": key, ...headers },
  });

test("a publishable key makes a single-use token of its merchant, without the admin token", async () => {
  const { status, body } = await create({ billing_details: { name: "Ada Lovelace" } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^pm_/),
    account_id: sandbox.accountId,
    customer_id: null,
    type: "card",
    card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 },
    billing_details: { name: "Ada Lovelace" },
  });
});

test("making a token is a use of the key", async () => {
  await create({});
  const { body } = await sandbox.call("GET", "/v1/api-keys");
  expect(body.items[0]).toMatchObject({ type: "publishable", last_used: "2026-01-01T00:00:00.000Z" });
});

test("what the issuer will say is part of the form, for tests", async () => {
  const { body: method } = await create({ behaviour: "decline" });
  const { body: intent } = await sandbox.call("POST", "/v1/payment-intents", { body: { amount: 1, currency: "eur" } });
  const confirmed = await sandbox.call("POST", `/v1/payment-intents/${intent.id}/confirm`, {
    body: { payment_method_id: method.id },
  });
  expect([confirmed.status, confirmed.body.error.code]).toEqual([402, "card_declined"]);
});

test("a secret key is refused: it has no place in a browser", async () => {
  const { status, body } = await create({}, { "payments-api-key": sandbox.apiKey });
  expect([status, body.error.code]).toEqual([403, "key_type_not_allowed"]);
  expect(body.error.message).toContain("takes a publishable key");
});

test("no key, one that was deleted, and the admin token are refused alike", async () => {
  const { body: keys } = await sandbox.call("GET", "/v1/api-keys");
  await sandbox.call("DELETE", `/v1/api-keys/${keys.items[0].id}`);
  for (const headers of [{}, { "payments-api-key": undefined, authorization: `Bearer ${sandbox.adminToken}` }])
    expect((await create({}, headers)).status).toBe(401);
});

test("an account that the key cannot act on, a partner and none at all are refused", async () => {
  const { body: other } = await sandbox.admin("POST", "/accounts", { kind: "merchant" });
  for (const account of [other.id, sandbox.partnerAccountId, undefined])
    expect((await create({}, { "payments-account": account })).status).toBe(403);
});

test("a refusal names the field and never repeats the number or the CVV", async () => {
  const refused = [
    await create({ card: { ...card, number: "5105105105105101" } }),
    await create({ card: { ...card, number: "5105105105105100", cvv: "97" } }),
    await create({ card: { ...card, number: "5105105105105100", exp_month: 13 } }),
    await create({ card: { ...card, number: "5105105105105100", exp_year: 2020 } }),
    await create({ type: "bank", card: { ...card, number: "5105105105105100" } }),
  ];
  expect(refused.map(({ status, body }) => [status, body.error.param])).toEqual([
    [400, "card.number"],
    [400, "card.cvv"],
    [400, "card.exp_month"],
    [400, "card.exp_year"],
    [400, "type"],
  ]);
  const said = JSON.stringify([refused.map(({ body }) => body), sandbox.lines]);
  expect(said).not.toMatch(/510510510510510|\b97\b/);
});
