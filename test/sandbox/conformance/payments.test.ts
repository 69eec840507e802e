import { stopAll } from "../harness";
import { goodCard } from "../payments";
import { accepted, day, hour, minute, refusal, type Scene, scene } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const card = { number: "5555 5555 5555 4444", exp_month: 7, exp_year: 2029, cvv: "987" };
const typeCard = async (more: object = {}) =>
  accepted(await service.admin("POST", "/payment-methods", { card, ...more }));
const createCustomer = async (body: object) => accepted(await service.call("POST", "/v1/customers", { body }));
const createIntent = (body: object) => service.call("POST", "/v1/payment-intents", { body });
const intentBody = { amount: 2_500, currency: "usd", payment_method_types: ["card"] };

describe("a payment method", () => {
  test("has an id that begins with pm_", async () => {
    expect((await typeCard()).id).toMatch(/^pm_./);
  });

  test("has customer_id null while it is fresh, and the customer's id once attached", async () => {
    const { id, customer_id } = await typeCard();
    const customerId = await service.customer();
    expect(customer_id).toBeNull();
    expect(accepted(await service.attach(id, customerId)).customer_id).toBe(customerId);
  });

  test("tells the brand of its card", async () => {
    expect((await typeCard()).card.brand).toBe("mastercard");
    expect((await typeCard({ card: goodCard })).card.brand).toBe("visa");
  });

  test("tells the last four digits of its card", async () => {
    expect((await typeCard()).card.last4).toBe("4444");
  });

  test("tells the month in which its card expires, as a whole number", async () => {
    expect((await typeCard()).card.exp_month).toBe(7);
  });

  test("tells the year in which its card expires, as a whole number", async () => {
    expect((await typeCard()).card.exp_year).toBe(2029);
  });

  test("is answered without the card's number and CVV, here and in everything that follows", async () => {
    const made = await typeCard();
    const customerId = await service.customer();
    const attached = await service.attach(made.id, customerId);
    const paid = await service.confirm(await service.intent(), made.id);
    const log = await service.admin("GET", "/requests");
    const seen = JSON.stringify([made, attached.body, paid.body, log.body, service.lines]);
    expect(seen).toContain("4444");
    expect(seen.replace(/[^0-9a-z]/gi, "")).not.toContain("5555555555554444");
    expect(seen).not.toMatch(/cvv|"987"/);
  });

  test("has billing details, kind and creation time besides", async () => {
    const billing_details = { name: "Ada Lovelace", address: { zip: "12345", country: "GB" } };
    expect(await typeCard({ billing_details })).toEqual({
      id: expect.any(String),
      account_id: service.accountId,
      type: "card",
      customer_id: null,
      card: { brand: "mastercard", last4: "4444", exp_month: 7, exp_year: 2029 },
      billing_details,
      created_at: "2026-01-01T00:00:00.000Z",
    });
  });

  test("is a reference to a card: the same card twice makes two of them", async () => {
    const [one, two] = [await typeCard(), await typeCard()];
    expect(one.card).toEqual(two.card);
    expect(one.id).not.toBe(two.id);
  });

  test("that is attached pays again and again, a year later too", async () => {
    const { paymentMethodId } = await service.attached();
    for (let times = 0; times < 3; times++) {
      expect((await service.confirm(await service.intent(), paymentMethodId)).status).toBe(201);
      await service.wait(200 * day);
    }
  });

  test("can be attached while it is fresh, and not once it has expired", async () => {
    const [soon, late] = [await service.token(), await service.token()];
    const customerId = await service.customer();
    await service.wait(14 * minute);
    expect((await service.attach(soon, customerId)).status).toBe(200);
    await service.wait(2 * minute);
    refusal(await service.attach(late, customerId));
  });

  test("cannot be attached to a customer that does not exist", async () => {
    const token = await service.token();
    expect(refusal(await service.attach(token, "cus_nobody"))).toContain("cus_nobody");
    expect((await service.attach(token, await service.customer())).status).toBe(200);
  });

  test("that was never attached pays for about fifteen minutes, then fails like one that never existed", async () => {
    const [soon, late] = [await service.token(), await service.token()];
    const intent = await service.intent();
    await service.wait(14 * minute);
    expect((await service.confirm(await service.intent(), soon)).status).toBe(201);
    await service.wait(2 * minute);
    const [expired, unknown] = [await service.confirm(intent, late), await service.confirm(intent, "pm_nobody")];
    expect([expired.status, expired.body.error.code]).toEqual([unknown.status, unknown.body.error.code]);
    expect(refusal(expired).replace(late, "…")).toBe(refusal(unknown).replace("pm_nobody", "…"));
  });

  test("comes from the form with kind, billing details, display metadata and no customer", async () => {
    const billing_details = { name: "Ada Lovelace", address: { zip: "12345", country: "GB" } };
    const { type, card: shown, customer_id } = await typeCard({ billing_details });
    expect({ type, shown, customer_id }).toEqual({
      type: "card",
      shown: { brand: "mastercard", last4: "4444", exp_month: 7, exp_year: 2029 },
      customer_id: null,
    });
    expect((await typeCard()).customer_id).toBeNull();
  });
});

describe("attaching", () => {
  test("is a PUT with customer_id that answers 200 with the payment method, its customer_id set", async () => {
    const made = await typeCard();
    const customerId = await service.customer();
    const { status, body } = await service.call("PUT", `/v1/payment-methods/${made.id}/attach`, {
      body: { customer_id: customerId },
    });
    expect([status, body]).toEqual([200, { ...made, customer_id: customerId }]);
    for (const body of [{}, { customer_id: 7 }])
      expect((await service.call("PUT", `/v1/payment-methods/${made.id}/attach`, { body })).status).toBe(400);
  });
});

describe("a customer", () => {
  test("has an id that begins with cus_", async () => {
    expect((await createCustomer({})).id).toMatch(/^cus_./);
  });

  test("takes an e-mail address", async () => {
    expect((await createCustomer({ email: "ada@example.com" })).email).toBe("ada@example.com");
  });

  test("takes a first name", async () => {
    expect((await createCustomer({ first_name: "Ada" })).first_name).toBe("Ada");
  });

  test("takes a last name", async () => {
    expect((await createCustomer({ last_name: "Lovelace" })).last_name).toBe("Lovelace");
  });

  test("takes metadata under keys that the caller makes up", async () => {
    const metadata = { crm_id: "c-17", "made up": "yes" };
    expect((await createCustomer({ metadata })).metadata).toEqual(metadata);
  });

  test("needs no input, and is answered whole, with null for what was not given", async () => {
    expect(await createCustomer({})).toEqual({
      id: expect.any(String),
      account_id: service.accountId,
      email: null,
      first_name: null,
      last_name: null,
      metadata: {},
      created_at: "2026-01-01T00:00:00.000Z",
    });
  });

  test("is created by a POST with all of its inputs, answered with a record that includes its id", async () => {
    const given = { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", metadata: { plan: "gold" } };
    const { status, body } = await service.call("POST", "/v1/customers", { body: given });
    expect([status, body]).toEqual([201, expect.objectContaining({ ...given, id: expect.any(String) })]);
    for (const wrong of [{ email: 1 }, { first_name: 1 }, { last_name: 1 }, { metadata: "gold" }])
      expect((await service.call("POST", "/v1/customers", { body: wrong })).status).toBe(400);
  });

  test("is stored: a payment method can be attached to it a year later", async () => {
    const customerId = await service.customer();
    await service.wait(365 * day);
    expect((await service.attach(await service.token(), customerId)).status).toBe(200);
  });
});

describe("a payment intent", () => {
  test("has an id that begins with pi_", async () => {
    expect(accepted(await createIntent(intentBody)).id).toMatch(/^pi_./);
  });

  test("has a whole number as amount, which is what is charged", async () => {
    const { id, amount } = accepted(await createIntent({ ...intentBody, amount: 1_999 }));
    expect(amount).toBe(1_999);
    expect(accepted(await service.confirm(id, await service.token())).amount_received).toBe(1_999);
    for (const wrong of [19.99, "1999", -1])
      expect((await createIntent({ ...intentBody, amount: wrong })).status).toBe(400);
  });

  test("has a currency in lowercase three-letter form", async () => {
    expect(accepted(await createIntent({ ...intentBody, currency: "eur" })).currency).toBe("eur");
    for (const wrong of ["EUR", "euro", "eu", ""])
      expect((await createIntent({ ...intentBody, currency: wrong })).status).toBe(400);
  });

  test("takes card as a payment method kind", async () => {
    expect(accepted(await createIntent(intentBody)).payment_method_types).toEqual(["card"]);
  });

  test("has a status", async () => {
    expect(accepted(await createIntent(intentBody)).status).toEqual(expect.any(String));
  });

  test("has amount_received only after a successful confirmation", async () => {
    const made = accepted(await createIntent(intentBody));
    expect(made).not.toHaveProperty("amount_received");
    refusal(await service.confirm(made.id, await service.token({ behaviour: "decline" })));
    const paid = accepted(await service.confirm(made.id, await service.token()));
    expect(paid.amount_received).toBe(2_500);
  });

  test("needs amount and currency, takes no kind but card, and is answered whole", async () => {
    expect((await createIntent({ ...intentBody, amount: undefined })).body.error.param).toBe("amount");
    expect((await createIntent({ ...intentBody, currency: undefined })).body.error.param).toBe("currency");
    expect((await createIntent({ ...intentBody, payment_method_types: ["us_bank_account"] })).status).toBe(400);
    expect(accepted(await createIntent({ ...intentBody, payment_method_types: undefined }))).toEqual({
      id: expect.any(String),
      account_id: service.accountId,
      ...intentBody,
      status: "requires_payment_method",
      payment_method_id: null,
      subscription_id: null,
      created_at: "2026-01-01T00:00:00.000Z",
    });
  });

  test("is created with 201 and status requires_payment_method", async () => {
    const { status, body } = await createIntent(intentBody);
    expect([status, body.id, body.status]).toEqual([201, expect.any(String), "requires_payment_method"]);
  });

  test("succeeds by a confirmation whose charge succeeds, answered 201 with status and amount_received", async () => {
    const { status, body } = await service.confirm(await service.intent(700), await service.token());
    expect([status, body.status, body.amount_received]).toEqual([201, "succeeded", 700]);
  });

  test("whose charge is declined stays as it was and may be confirmed again; one that is paid may not", async () => {
    const intent = await service.intent();
    const declined = await service.confirm(intent, await service.token({ behaviour: "decline" }));
    expect([declined.status, declined.body.error.code]).toEqual([402, "card_declined"]);
    expect(accepted(await service.confirm(intent, await service.token())).status).toBe("succeeded");
    expect((await service.confirm(intent, await service.token())).status).toBe(409);
  });

  test("is confirmed by a server alone, with a payment method that a customer left long ago", async () => {
    const { paymentMethodId } = await service.attached();
    await service.wait(90 * day);
    const { status, headers } = await service.confirm(await service.intent(), paymentMethodId);
    expect([status, headers.get("location")]).toEqual([201, null]);
  });

  test("belongs to the merchant on whose behalf it was created", async () => {
    const [intent, other] = [await service.intent(), await service.merchant()];
    const confirm = async (account_id: string) =>
      service.statusWith({ "payments-account": account_id }, "POST", `/v1/payment-intents/${intent}/confirm`, {
        payment_method_id: (await typeCard({ account_id })).id,
      });
    expect(await confirm(other)).toBe(404);
    expect(await confirm(service.accountId)).toBe(201);
  });
});

test("a charge of a card that has expired meanwhile is declined, with a code that says so", async () => {
  const { paymentMethodId } = await service.attached({ exp_month: 1, exp_year: 2026 });
  expect((await service.confirm(await service.intent(), paymentMethodId)).status).toBe(201);
  await service.wait(31 * day + hour);
  const { status, body } = await service.confirm(await service.intent(), paymentMethodId);
  expect([status, body.error.code]).toEqual([402, "expired_card"]);
});
