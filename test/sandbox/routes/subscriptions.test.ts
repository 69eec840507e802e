import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";
import { plan, subscribing } from "../subscribing";

let sandbox: Harness;
let made: ReturnType<typeof payments>;
let world: ReturnType<typeof subscribing>;
beforeEach(async () => {
  sandbox = await start();
  made = payments(sandbox);
  world = subscribing(sandbox);
});
afterEach(stopAll);

const create = (body: unknown, headers = {}) => sandbox.call("POST", "/v1/subscriptions", { headers, body });

describe("creating a subscription", () => {
  test("answers 201 with its id, status pending and next_payment_at, and charges and tells nothing", async () => {
    const payer = await world.payer();
    const { status, body } = await create({ ...plan, ...payer, billing_cycle_anchor: "2026-01-31T09:00:00-05:00" });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^sub_[0-9a-f]{16}$/),
        account_id: sandbox.accountId,
        ...plan,
        ...payer,
        billing_cycle_anchor: "2026-01-31T14:00:00.000Z",
        status: "pending",
        next_payment_at: "2026-01-31T14:00:00.000Z",
        created_at: "2026-01-01T00:00:00.000Z",
      },
    ]);
    expect((await world.see(body.id)).payment_intents).toEqual([]);
    expect((await sandbox.call("GET", "/v1/events")).body.total).toBe(0);
  });

  test.each([
    ["a date alone, as midnight UTC", "2026-03-08", "2026-03-08T00:00:00.000Z"],
    ["a timestamp with an offset, as that instant", "2026-03-08T23:30:00+09:30", "2026-03-08T14:00:00.000Z"],
    ["a past one, by its first cycle from now on", "2025-08-31T06:00:00Z", "2026-01-31T06:00:00.000Z"],
    ["one that is now, at once", "2026-01-01", "2026-01-01T00:00:00.000Z"],
    ["one of an instant ago, by its next cycle", "2025-12-31T23:59:59.999Z", "2026-01-31T23:59:59.999Z"],
  ])("reads an anchor: %s", async (_what, billing_cycle_anchor, next_payment_at) => {
    expect(await world.subscribe({ billing_cycle_anchor })).toMatchObject({ status: "pending", next_payment_at });
  });

  test.each([
    ["price", 0],
    ["price", 1e21],
    ["price", 1_000_000_000_000],
    ["price", 1.5],
    ["price", "5"],
    ["interval_count", 0],
    ["interval_count", 367],
    ["interval_count", 1e20],
  ])("refuses %s %j with the range that it has", async (field, given) => {
    const { status, body } = await create({ ...plan, ...(await world.payer()), [field]: given });
    const most = field === "price" ? 999_999_999_999 : 366;
    expect([status, body.error.message]).toEqual([400, `${field}: must be a whole number from 1 to ${most}.`]);
  });

  test("twice makes two, and both are charged", async () => {
    const body = { ...plan, ...(await world.payer()) };
    const [one, two] = [(await create(body)).body.id, (await create(body)).body.id];
    expect(one).not.toBe(two);
    await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
    for (const id of [one, two])
      expect((await world.see(id)).payment_intents).toMatchObject([{ status: "succeeded", amount_received: 1_500 }]);
  });

  test("again after an answer that was lost makes a second one, and a double charge", async () => {
    const body = { ...plan, ...(await world.payer()) };
    await sandbox.admin("POST", "/faults", { operation: "POST /v1/subscriptions", at: "after", effect: "reset" });
    await expect(create(body)).rejects.toThrow();
    await create(body);
    await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
    const { body: all } = await sandbox.admin("GET", "/subscriptions");
    expect(all.map(({ status }: { status: string }) => status)).toEqual(["active", "active"]);
  });

  test.each([
    ["customer_id", { customer_id: undefined }, "missing_parameter"],
    ["customer_id", { customer_id: "cus_nobody" }, "invalid_parameter"],
    ["payment_method_id", { payment_method_id: undefined }, "missing_parameter"],
    ["payment_method_id", { payment_method_id: "pm_nobody" }, "invalid_payment_method"],
    ["currency", { currency: "USD" }, "invalid_parameter"],
    ["price", { price: 0 }, "invalid_parameter"],
    ["price", { price: 9.99 }, "invalid_parameter"],
    ["price", { price: 1_000_000_000_000 }, "invalid_parameter"],
    ["interval_unit", { interval_unit: "months" }, "invalid_parameter"],
    ["interval_unit", { interval_unit: undefined }, "missing_parameter"],
    ["interval_count", { interval_count: 0 }, "invalid_parameter"],
    ["interval_count", { interval_count: 367 }, "invalid_parameter"],
    ["interval_count", { interval_count: undefined }, "missing_parameter"],
    ["billing_cycle_anchor", { billing_cycle_anchor: undefined }, "missing_parameter"],
    ["billing_cycle_anchor", { billing_cycle_anchor: "2026-01-31T09:00:00" }, "invalid_parameter"],
    ["billing_cycle_anchor", { billing_cycle_anchor: "2026-02-30" }, "invalid_parameter"],
    ["trial_days", { trial_days: 7 }, "unknown_parameter"],
  ])("refuses a bad %s and names it: %j", async (param, wrong, code) => {
    const { status, body } = await create({ ...plan, ...(await world.payer()), ...wrong });
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
    expect((await sandbox.admin("GET", "/subscriptions")).body).toEqual([]);
  });

  test("refuses a payment method that is attached to nobody or to somebody else, and says which", async () => {
    const payer = await world.payer();
    const fresh = await create({ ...plan, ...payer, payment_method_id: await made.token() });
    expect([fresh.status, fresh.body.error.code]).toEqual([400, "invalid_payment_method"]);
    expect(fresh.body.error.message).toContain("attached to nobody");
    const other = await world.payer();
    const theirs = await create({ ...plan, ...payer, payment_method_id: other.payment_method_id });
    expect([theirs.status, theirs.body.error.code]).toEqual([400, "invalid_payment_method"]);
    expect(theirs.body.error.message).toContain(other.customer_id);
  });

  test("refuses a token that was not attached in 15 minutes like a payment method that never existed", async () => {
    const [token, payer] = [await made.token(), await world.payer()];
    await sandbox.advance({ seconds: 900 });
    const told = async (id: string) => {
      const { status, body } = await create({ ...plan, ...payer, payment_method_id: id });
      const { request_id: _number, ...error } = body.error;
      return [status, JSON.stringify(error).replaceAll(id, "pm")];
    };
    expect(await told(token)).toEqual(await told("pm_nobody"));
    expect((await told(token))[0]).toBe(400);
  });

  test("knows neither customers nor payment methods of another account", async () => {
    const account_id = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
    const payer = await world.payer();
    const headers = { "payments-account": account_id };
    expect((await create({ ...plan, ...payer }, headers)).body.error.param).toBe("customer_id");
    const customer_id = await payments(sandbox, headers).customer();
    expect((await create({ ...plan, ...payer, customer_id }, headers)).body.error.code).toBe("invalid_payment_method");
  });

  test("with a partner id fails saying that the operation is not enabled for this account", async () => {
    const { status, body } = await create({}, { "payments-account": sandbox.partnerAccountId });
    expect([status, body.error.message]).toEqual([
      403,
      expect.stringMatching(/operation is not enabled for this account/i),
    ]);
  });
});

describe("confirming a subscription", () => {
  test("that is pending is an error that says it is pending and needs no confirmation", async () => {
    const { id } = await world.subscribe();
    const { status, body } = await world.confirm(id);
    expect([status, body.error.code, body.error.param]).toEqual([409, "wrong_subscription_status", "id"]);
    expect(body.error.message).toMatch(/pending and needs no confirmation/);
    expect(await world.see(id)).toMatchObject({ status: "pending", next_payment_at: "2026-01-31T00:00:00.000Z" });
  });

  test("that requires it makes it wait for its first billing date, and charges and tells nothing", async () => {
    const { id, next_payment_at } = await world.subscribe();
    await world.move(id, "require-confirmation");
    const { status, body } = await world.confirm(id);
    expect([status, body]).toEqual([201, expect.objectContaining({ id, status: "pending", next_payment_at })]);
    expect((await sandbox.call("GET", "/v1/events")).body.total).toBe(0);
    await sandbox.advance({ to: next_payment_at! });
    expect(await world.see(id)).toMatchObject({ status: "active", payment_intents: [{ status: "succeeded" }] });
  });

  test("that is past_due is refused, and names the payment intent to confirm instead", async () => {
    const { id } = await world.subscribe({ behaviour: "decline" });
    await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
    const [intent] = (await world.see(id)).payment_intents;
    const { status, body } = await world.confirm(id);
    expect([status, body.error.code]).toEqual([409, "wrong_subscription_status"]);
    expect(body.error.message).toContain(intent!.id);
  });

  test("takes any body, and answers 404 for one that does not exist or is another account's", async () => {
    const { id } = await world.subscribe();
    await world.move(id, "require-confirmation");
    const other = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
    expect((await subscribing(sandbox, { "payments-account": other }).confirm(id)).status).toBe(404);
    expect((await world.confirm("sub_nobody")).body.error).toMatchObject({ code: "not_found", param: "id" });
    const reply = await sandbox.call("POST", `/v1/subscriptions/${id}/confirm`, { body: { anything: 1 } });
    expect([reply.status, reply.body.status]).toEqual([201, "pending"]);
  });

  test("needs a secret key", async () => {
    const { value } = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "publishable" } })).body;
    const { body } = await subscribing(sandbox, { "payments-api-key": value }).confirm("sub_1");
    expect(body.error.code).toBe("key_type_not_allowed");
  });
});
