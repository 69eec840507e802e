// Long because: the document says more of subscriptions than of anything else, and each sentence has its test.
import { stopAll } from "../harness";
import { subscriptionBody } from "./documented-operations";
import { accepted, day, hour, minute, refusal, type Scene, scene, secondsAt, timeAfter } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

interface Intent {
  id: string;
  amount: number;
  status: string;
  currency: string;
  payment_method_id: string | null;
}

const create = (body: object) => service.call("POST", "/v1/subscriptions", { body });
/** Made with a good card, a month's price and the first payment on 1 February, unless told otherwise. */
const made = async (more: object = {}, card: object = {}) =>
  accepted(await create({ ...(await subscriptionBody(service, card)), ...more }));
const read = async (id: string) => accepted(await service.admin("GET", `/subscriptions/${id}`));
const intents = async (id: string): Promise<Intent[]> => (await read(id)).payment_intents;
const paidCount = async (id: string) => (await intents(id)).filter(({ status }) => status === "succeeded").length;
const byHand = async (id: string, action: string) =>
  accepted(await service.admin("POST", `/subscriptions/${id}/${action}`));
const confirm = (id: string) => service.call("POST", `/v1/subscriptions/${id}/confirm`);
const month = 31 * day;

/** A subscription whose payments are declined from the first on, or after some that were not. */
async function failing(approvals = 0, more: object = {}): Promise<string> {
  const [customer_id, token] = [
    await service.customer(),
    await service.token({ behaviour: [...Array(approvals).fill("approve"), "decline"] }),
  ];
  accepted(await service.attach(token, customer_id));
  return (await made({ customer_id, payment_method_id: token, ...more })).id;
}

describe("a subscription", () => {
  test("has an id that begins with sub_", async () => {
    expect((await made()).id).toMatch(/^sub_./);
  });

  test("bills its customer, who must have an attached payment method", async () => {
    const body = await subscriptionBody(service);
    expect(accepted(await create(body)).customer_id).toBe(body.customer_id);
    refusal(await create({ ...body, customer_id: await service.customer() }));
    expect(refusal(await create({ ...body, customer_id: "cus_nobody" }))).toContain("cus_nobody");
  });

  test("charges its payment method, which must be attached to its customer", async () => {
    const body = await subscriptionBody(service);
    const { id, payment_method_id } = accepted(await create(body));
    expect(payment_method_id).toBe(body.payment_method_id);
    await service.wait(month);
    expect(await intents(id)).toMatchObject([{ payment_method_id: body.payment_method_id, status: "succeeded" }]);
    refusal(await create({ ...body, payment_method_id: await service.token() }));
    refusal(await create({ ...body, payment_method_id: (await service.attached()).paymentMethodId }));
  });

  test("has a currency", async () => {
    const { id, currency } = await made({ currency: "eur" });
    await service.wait(month);
    expect([currency, (await intents(id))[0]?.currency]).toEqual(["eur", "eur"]);
    expect((await create({ ...(await subscriptionBody(service)), currency: "EUR" })).status).toBe(400);
  });

  test("has a price, which is what each cycle charges", async () => {
    const { id, price } = await made({ price: 777 });
    await service.wait(2 * month);
    expect([price, (await intents(id)).map(({ amount }) => amount)]).toEqual([777, [777, 777]]);
    expect((await create({ ...(await subscriptionBody(service)), price: 7.5 })).status).toBe(400);
  });

  test("has an interval unit", async () => {
    const { id, interval_unit } = await made({ interval_unit: "week" });
    await service.wait(month + 14 * day);
    expect([interval_unit, await paidCount(id)]).toEqual(["week", 3]);
  });

  test("has so many interval units in a cycle as its interval count says", async () => {
    const { id, interval_count } = await made({ interval_unit: "day", interval_count: 10 });
    await service.wait(month + 29 * day);
    expect([interval_count, await paidCount(id)]).toEqual([10, 3]);
  });

  test("has its cycles anchored at the anchor", async () => {
    const { id, billing_cycle_anchor } = await made({ billing_cycle_anchor: "2026-01-31T15:30:00Z" });
    expect(Date.parse(billing_cycle_anchor)).toBe(Date.parse("2026-01-31T15:30:00Z"));
    const times = [];
    for (let cycles = 0; cycles < 4; cycles++) {
      const { next_payment_at } = await read(id);
      times.push(next_payment_at);
      await service.advance({ to: next_payment_at });
    }
    expect(times.map((time) => new Date(time).toISOString())).toEqual([
      "2026-01-31T15:30:00.000Z",
      "2026-02-28T15:30:00.000Z",
      "2026-03-31T15:30:00.000Z",
      "2026-04-30T15:30:00.000Z",
    ]);
    expect(await paidCount(id)).toBe(4);
  });

  test("has a status", async () => {
    expect((await made()).status).toBe("pending");
  });

  test("tells the time of the next payment, in UTC", async () => {
    const { id, next_payment_at } = await made({ billing_cycle_anchor: "2026-02-01T00:00:00-05:00" });
    expect(next_payment_at).toBe("2026-02-01T05:00:00.000Z");
    await service.advance({ to: next_payment_at });
    expect((await read(id)).next_payment_at).toBe("2026-03-01T05:00:00.000Z");
  });

  test("takes the interval units and has the fields that the assumptions name", async () => {
    const body = await subscriptionBody(service);
    for (const interval_unit of ["day", "week", "month", "year"])
      expect((await create({ ...body, interval_unit })).status).toBe(201);
    for (const interval_unit of ["hour", "Month", "months"])
      expect((await create({ ...body, interval_unit })).status).toBe(400);
    expect(accepted(await create(body))).toEqual({
      ...body,
      id: expect.any(String),
      account_id: service.accountId,
      billing_cycle_anchor: "2026-02-01T00:00:00.000Z",
      status: "pending",
      next_payment_at: "2026-02-01T00:00:00.000Z",
      created_at: timeAfter(0),
    });
    for (const name of Object.keys(body))
      expect((await create({ ...body, [name]: undefined })).body.error.param).toBe(name);
  });

  test("is charged on schedule, cycle after cycle", async () => {
    const { id } = await made();
    await service.wait(month - 1);
    expect(await paidCount(id)).toBe(0);
    await service.wait(1);
    expect(await paidCount(id)).toBe(1);
    await service.wait(365 * day);
    expect(await paidCount(id)).toBe(13);
  });

  test("whose payment fails is charged again without anybody asking", async () => {
    const [customer_id, payment_method_id] = [
      await service.customer(),
      await service.token({ behaviour: ["decline", "decline", "approve"] }),
    ];
    accepted(await service.attach(payment_method_id, customer_id));
    const { id } = await made({ customer_id, payment_method_id });
    await service.wait(month);
    expect(await paidCount(id)).toBe(0);
    await service.wait(20 * day);
    expect(await paidCount(id)).toBe(1);
  });

  test("whose card has expired when its payment is due is declined for that", async () => {
    const { id } = await made({}, { exp_month: 1, exp_year: 2026 });
    await service.wait(month);
    expect([(await read(id)).status, await paidCount(id)]).toEqual(["past_due", 0]);
    const { items } = accepted(await service.call("GET", "/v1/events"));
    expect(items[0].data).toMatchObject({ subscription: { id }, decline_code: "expired_card" });
  });

  test("cannot be created with a payment method that expired", async () => {
    const [body, token] = [await subscriptionBody(service), await service.token()];
    await service.wait(16 * minute);
    const [expired, unknown] = [
      await create({ ...body, payment_method_id: token }),
      await create({ ...body, payment_method_id: "pm_nobody" }),
    ];
    expect([expired.status, expired.body.error.code]).toEqual([unknown.status, unknown.body.error.code]);
    expect(refusal(expired).replace(token, "…")).toBe(refusal(unknown).replace("pm_nobody", "…"));
  });
});

describe("an anchor", () => {
  const firstPayment = async (billing_cycle_anchor: string) => (await made({ billing_cycle_anchor })).next_payment_at;

  test("that is a date is midnight UTC of that date", async () => {
    expect(await firstPayment("2026-03-15")).toBe("2026-03-15T00:00:00.000Z");
  });

  test("with an offset is that exact instant", async () => {
    expect(await firstPayment("2026-03-15T01:30:00+05:30")).toBe("2026-03-14T20:00:00.000Z");
    expect(await firstPayment("2026-03-15T20:00:00Z")).toBe("2026-03-15T20:00:00.000Z");
  });

  test("with the customer's offset charges on the customer's local date", async () => {
    const localDate = (instant: string) =>
      new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(instant));
    expect(localDate(await firstPayment("2026-02-15T00:00:00-05:00"))).toBe("2026-02-15");
    expect(localDate(await firstPayment("2026-02-15"))).toBe("2026-02-14");
  });
});

test("a subscription can have each of the eight states", async () => {
  const ids: Record<string, string> = {};
  for (const state of ["pending", "trialing", "active", "canceled", "paused", "incomplete"])
    ids[state] = (
      await made({ billing_cycle_anchor: state === "active" || state === "incomplete" ? "2026-01-02" : "2026-06-01" })
    ).id;
  ids.past_due = await failing(0, { billing_cycle_anchor: "2026-01-09" });
  ids.unpaid = await failing(0, { billing_cycle_anchor: "2026-01-02" });
  await byHand(ids.trialing!, "start-trial");
  await byHand(ids.canceled!, "cancel");
  await byHand(ids.paused!, "pause");
  await byHand(ids.incomplete!, "require-confirmation");
  await service.wait(9.5 * day);
  for (const [state, id] of Object.entries(ids)) expect([state, (await read(id)).status]).toEqual([state, state]);
  expect(Object.keys(ids)).toHaveLength(8);
});

test("a subscription that requires confirmation can be confirmed", async () => {
  const { id } = await made();
  expect((await byHand(id, "require-confirmation")).status).toBe("requires_confirmation");
  const { status, body } = await confirm(id);
  expect([status, body.status]).toEqual([201, "pending"]);
  await service.wait(month);
  expect((await read(id)).status).toBe("active");
});

test("a subscription is pending from its creation until its first billing date", async () => {
  const { id, status } = await made();
  expect(status).toBe("pending");
  const { transitions } = await service.wait(month - 1);
  expect([(await read(id)).status, transitions.filter((one) => one.id === id)]).toEqual(["pending", []]);
  await service.wait(1);
  expect((await read(id)).status).not.toBe("pending");
});

test("a pending subscription becomes active without confirmation", async () => {
  const { id } = await made();
  const { transitions } = await service.wait(month);
  expect(transitions.filter((one) => one.id === id)).toMatchObject([{ from: "pending", to: "active" }]);
});

test("a trialing subscription takes no payment", async () => {
  const { id } = await made({ billing_cycle_anchor: "2026-03-01" });
  expect((await byHand(id, "start-trial")).status).toBe("trialing");
  await service.wait(58 * day);
  expect([(await read(id)).status, await intents(id)]).toEqual(["trialing", []]);
});

test("an active subscription is paid and current", async () => {
  const { id } = await made();
  await service.wait(2 * month);
  const { status, next_payment_at, payment_intents } = await read(id);
  expect([status, payment_intents.map((one: Intent) => one.status)]).toEqual(["active", ["succeeded", "succeeded"]]);
  expect(secondsAt(next_payment_at)).toBeGreaterThan(2 * month);
});

test("a past_due subscription has a failed payment that is being retried", async () => {
  const id = await failing(1);
  await service.wait(month);
  expect((await read(id)).status).toBe("active");
  await service.wait(28 * day + hour);
  const { status, next_payment_at, payment_intents } = await read(id);
  expect([status, payment_intents.map((one: Intent) => one.status)]).toEqual([
    "past_due",
    ["succeeded", "requires_payment_method"],
  ]);
  expect(next_payment_at).toBe(timeAfter(month + 29 * day));
});

test("an unpaid subscription has used up its retries: one, three and seven days after the payment fell due", async () => {
  const id = await failing();
  const retries = [];
  await service.wait(month);
  for (let times = 0; times < 3; times++) {
    const { status, next_payment_at } = await read(id);
    retries.push([status, (secondsAt(next_payment_at) - month) / day]);
    await service.advance({ to: next_payment_at });
  }
  expect(retries).toEqual([
    ["past_due", 1],
    ["past_due", 3],
    ["past_due", 7],
  ]);
  expect(await read(id)).toMatchObject({ status: "unpaid", next_payment_at: null });
  await service.wait(90 * day);
  expect([(await read(id)).status, await paidCount(id)]).toEqual(["unpaid", 0]);
});

test("a canceled subscription has ended and charges nothing more", async () => {
  const { id } = await made();
  await service.wait(month);
  expect((await byHand(id, "cancel")).status).toBe("canceled");
  await service.wait(90 * day);
  expect([(await read(id)).status, await paidCount(id)]).toEqual(["canceled", 1]);
});

test("a paused subscription is not billed", async () => {
  const { id } = await made();
  expect((await byHand(id, "pause")).status).toBe("paused");
  await service.wait(88 * day);
  expect(await intents(id)).toEqual([]);
  await byHand(id, "resume");
  await service.wait(month);
  expect(await paidCount(id)).toBe(1);
});

test("an incomplete subscription was never set up and is not billed", async () => {
  const { id } = await made();
  await byHand(id, "require-confirmation");
  await service.wait(90 * day);
  expect([(await read(id)).status, await intents(id)]).toEqual(["incomplete", []]);
});

describe("confirming", () => {
  test("a pending subscription is refused: it is pending and needs no confirmation", async () => {
    const { id } = await made();
    const message = refusal(await confirm(id));
    expect(message).toMatch(/\bpending\b/);
    expect(message).toMatch(/needs no confirmation/);
    expect((await read(id)).status).toBe("pending");
  });

  test("the payment intent of a failed cycle pays the cycle", async () => {
    const id = await failing();
    await service.wait(month);
    const [{ id: intent } = { id: "" }] = await intents(id);
    const paid = await service.confirm(intent, await service.token());
    expect([paid.status, paid.body.status, paid.body.amount_received]).toEqual([201, "succeeded", 1_500]);
    expect((await read(id)).status).toBe("active");
    await service.wait(20 * day);
    expect(await intents(id)).toHaveLength(1);
  });
});

describe("creating a subscription", () => {
  test("answers 201 with id, status pending and next_payment_at", async () => {
    const { status, body } = await create(await subscriptionBody(service));
    expect([status, body.id, body.status, body.next_payment_at]).toEqual([
      201,
      expect.stringMatching(/^sub_/),
      "pending",
      "2026-02-01T00:00:00.000Z",
    ]);
  });

  test("twice makes two, and charges twice, whatever headers it carries", async () => {
    const body = await subscriptionBody(service);
    const headers = { "idempotency-key": "the-same" };
    const ids = [];
    for (let times = 0; times < 2; times++)
      ids.push(accepted(await service.call("POST", "/v1/subscriptions", { headers, body })).id);
    expect(new Set(ids).size).toBe(2);
    await service.wait(month);
    for (const id of ids) expect(await paidCount(id)).toBe(1);
  });

  test("whose answer is lost and that is sent again makes two", async () => {
    const body = await subscriptionBody(service);
    const fault = { operation: "POST /v1/subscriptions", from: 1, count: 1, at: "after", effect: "reset" };
    accepted(await service.admin("POST", "/faults", fault));
    await expect(create(body)).rejects.toThrow();
    accepted(await create(body));
    expect(accepted(await service.admin("GET", "/subscriptions"))).toHaveLength(2);
  });
});
