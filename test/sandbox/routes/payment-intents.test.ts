import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";

let sandbox: Harness;
let made: ReturnType<typeof payments>;
beforeEach(async () => {
  sandbox = await start();
  made = payments(sandbox);
});
afterEach(stopAll);

/** A payment method that is attached to a customer. */
async function attached(more: object = {}, card: object = {}): Promise<string> {
  const token = await made.token(more, card);
  await made.attach(token, await made.customer());
  return token;
}

const create = (body: unknown) => sandbox.call("POST", "/v1/payment-intents", { body });

describe("creating a payment intent", () => {
  test("answers 201 with its id and status requires_payment_method, and no amount_received", async () => {
    const given = { amount: 2_500, currency: "eur", payment_method_types: ["card"] };
    const { status, body } = await create(given);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^pi_[0-9a-f]{16}$/),
        account_id: sandbox.accountId,
        ...given,
        status: "requires_payment_method",
        payment_method_id: null,
        subscription_id: null,
        created_at: "2026-01-01T00:00:00.000Z",
      },
    ]);
  });

  test("takes cards where no kind is given", async () => {
    expect((await create({ amount: 1, currency: "usd" })).body.payment_method_types).toEqual(["card"]);
  });

  test.each([
    ["amount", { amount: undefined }, "missing_parameter"],
    ["amount", { amount: 0 }, "invalid_parameter"],
    ["amount", { amount: 1.5 }, "invalid_parameter"],
    ["amount", { amount: "100" }, "invalid_parameter"],
    ["amount", { amount: 1_000_000_000_000 }, "invalid_parameter"],
    ["currency", { currency: undefined }, "missing_parameter"],
    ["currency", { currency: "USD" }, "invalid_parameter"],
    ["currency", { currency: "us" }, "invalid_parameter"],
    ["payment_method_types", { payment_method_types: [] }, "invalid_parameter"],
    ["payment_method_types.0", { payment_method_types: ["cash"] }, "invalid_parameter"],
    ["customer", { customer: "cus_1" }, "unknown_parameter"],
  ])("refuses a bad %s and names it: %j", async (param, wrong, code) => {
    const { status, body } = await create({ amount: 1, currency: "usd", ...wrong });
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  });
});

describe("confirming a payment intent", () => {
  test("answers 201 with status succeeded and amount_received when the charge succeeds", async () => {
    const method = await attached();
    const intent = await made.intent(4_200);
    const { status, body } = await made.confirm(intent, method);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ id: intent, status: "succeeded", amount_received: 4_200, payment_method_id: method }),
    ]);
    expect((await sandbox.call("GET", "/v1/events")).body.total).toBe(0);
  });

  test("works with a publishable key of the merchant", async () => {
    const { value } = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "publishable" } })).body;
    const browser = payments(sandbox, { "payments-api-key": value });
    expect((await browser.confirm(await made.intent(), await made.token())).body.status).toBe("succeeded");
    await expect(browser.intent()).rejects.toThrow("key_type_not_allowed");
  });

  test("takes a token that is not attached, once", async () => {
    const token = await made.token();
    expect((await made.confirm(await made.intent(), token)).status).toBe(201);
    expect((await made.confirm(await made.intent(), token)).body.error.code).toBe("invalid_payment_method");
    expect((await made.attach(token, await made.customer())).status).toBe(404);
    expect((await sandbox.advance({ seconds: 900 })).transitions).toEqual([]);
  });

  test("is refused with 402 when the card is declined, and may be tried again with the same intent", async () => {
    const intent = await made.intent();
    const { status, body } = await made.confirm(intent, await attached({ behaviour: "decline" }));
    expect([status, body.error.code, body.error.param]).toEqual([402, "card_declined", "payment_method_id"]);
    expect(body.error.message).toContain("visa card ending in 4242 was declined");
    expect((await made.confirm(intent, await attached())).body.status).toBe("succeeded");
  });

  test("follows the list of the card's behaviour, one entry a charge, of which the last applies to every later charge", async () => {
    const method = await made.token({ behaviour: ["decline", "approve", "decline"] });
    const intent = await made.intent();
    expect((await made.confirm(intent, method)).status).toBe(402);
    expect((await made.attach(method, await made.customer())).status).toBe(200);
    const statuses = [(await made.confirm(intent, method)).status];
    for (let charge = 0; charge < 2; charge++) statuses.push((await made.confirm(await made.intent(), method)).status);
    expect(statuses).toEqual([201, 402, 402]);
  });

  test("is declined as expired once the card's month is over, which takes no entry of its behaviour", async () => {
    const method = await attached({ behaviour: ["approve", "decline"] }, { exp_month: 1, exp_year: 2026 });
    await sandbox.admin("POST", "/snapshots/january");
    await sandbox.advance({ to: "2026-02-01T00:00:00Z" });
    const intent = await made.intent();
    for (let charge = 0; charge < 2; charge++) {
      const { status, body } = await made.confirm(intent, method);
      expect([status, body.error.code]).toEqual([402, "expired_card"]);
    }
    await sandbox.admin("POST", "/snapshots/january/restore");
    await sandbox.advance({ to: "2026-01-31T23:59:59.999Z" });
    expect((await made.confirm(await made.intent(), method)).status).toBe(201);
  });

  test("is refused for one that is paid, and charges nothing", async () => {
    const method = await attached({ behaviour: ["approve", "approve", "decline"] });
    const intent = await made.intent();
    await made.confirm(intent, method);
    const { status, body } = await made.confirm(intent, method);
    expect([status, body.error.code]).toEqual([409, "payment_intent_succeeded"]);
    expect((await made.confirm(await made.intent(), method)).status).toBe(201);
  });

  test("answers 404 for an intent that does not exist and for one of another account", async () => {
    const other = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
    const theirs = await payments(sandbox, { "payments-account": other }).intent();
    const method = await made.token();
    for (const id of ["pi_nobody", theirs])
      expect((await made.confirm(id, method)).body.error).toMatchObject({ code: "not_found", param: "id" });
  });

  test("needs a payment method", async () => {
    const reply = await sandbox.call("POST", `/v1/payment-intents/${await made.intent()}/confirm`, { body: {} });
    expect(reply.body.error).toMatchObject({ code: "missing_parameter", param: "payment_method_id" });
  });

  test("whose answer is lost after the commit has charged all the same", async () => {
    const [intent, method] = [await made.intent(), await attached({ behaviour: ["decline", "approve"] })];
    const operation = "POST /v1/payment-intents/{id}/confirm";
    await sandbox.admin("POST", "/faults", { operation, at: "after", effect: "reset", count: 2 });
    for (let lost = 0; lost < 2; lost++) await expect(made.confirm(intent, method)).rejects.toThrow();
    expect((await made.confirm(intent, method)).body.error.code).toBe("payment_intent_succeeded");
  });
});

test.each([
  ["POST", "/v1/payment-intents"],
  ["POST", "/v1/payment-intents/pi_1/confirm"],
  ["PUT", "/v1/payment-methods/pm_1/attach"],
])("%s %s with a partner id fails saying that the operation is not enabled for this account", async (method, path) => {
  const headers = { "payments-account": sandbox.partnerAccountId };
  const { status, body } = await sandbox.call(method, path, { headers, body: {} });
  expect([status, body.error.code, body.error.message]).toEqual([
    403,
    "operation_not_enabled",
    expect.stringMatching(/operation is not enabled for this account/i),
  ]);
});
