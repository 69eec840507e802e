import { stopAll } from "../harness";
import { goodCard } from "../payments";
import { accepted, day, minute, type Scene, scene, timeAfter } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const typeCard = (card: object) => service.admin("POST", "/payment-methods", { card: { ...goodCard, ...card } });
const createCustomer = async (body: object) => (await service.call("POST", "/v1/customers", { body })).status;
const pay = async (token: string) => service.confirm(await service.intent(), token);

test("amounts are whole numbers of the smallest unit, from 1 to 999999999999", async () => {
  const create = async (amount: number) =>
    (await service.call("POST", "/v1/payment-intents", { body: { amount, currency: "usd" } })).status;
  for (const amount of [1, 999_999_999_999]) expect(await create(amount)).toBe(201);
  for (const amount of [0, 0.5, 1_000_000_000_000]) expect(await create(amount)).toBe(400);
});

test("a card's brand is known by its first digits", async () => {
  const numbers = {
    visa: "4242424242424242",
    mastercard: "5555555555554444",
    amex: "378282246310005",
    discover: "6011111111111117",
    diners: "30569309025904",
    jcb: "3530111333300000",
    unionpay: "6200000000000005",
    unknown: "9000000000000001",
  };
  for (const [brand, number] of Object.entries(numbers)) {
    const made = accepted(await typeCard({ number, cvv: brand === "amex" ? "1234" : "123" }));
    expect([number, made.card.brand]).toEqual([number, brand]);
  }
});

test("the form refuses what is no card number, a card that has expired and a CVV of the wrong length", async () => {
  const amex = "378282246310005";
  for (const wrong of [
    { number: "4242424242424241" },
    { number: "42424242426" },
    { exp_month: 12, exp_year: 2025 },
    { exp_month: 13 },
    { cvv: "12" },
    { cvv: "1234" },
    { number: amex, cvv: "123" },
  ])
    expect([wrong, (await typeCard(wrong)).status]).toEqual([wrong, 400]);
  expect((await typeCard({ number: amex, cvv: "1234" })).status).toBe(201);
});

test("a card is good through the last instant of its month, and then declined whatever its issuer says", async () => {
  const { paymentMethodId } = await service.attached({ exp_month: 1, exp_year: 2026 });
  await service.wait(31 * day - 0.001);
  expect((await pay(paymentMethodId)).status).toBe(201);
  await service.wait(0.001);
  expect((await pay(paymentMethodId)).body.error.code).toBe("expired_card");
});

test("a token that is not attached expires exactly fifteen minutes after it was made", async () => {
  const [one, two] = [await service.token(), await service.token()];
  await service.wait(15 * minute - 0.001);
  expect((await pay(one)).status).toBe(201);
  const { transitions } = await service.wait(0.001);
  expect(transitions).toMatchObject([{ id: two, to: "expired", at: timeAfter(15 * minute) }]);
  expect((await pay(two)).status).toBe(400);
});

test("a token that is not attached pays once; a charge that is declined leaves it", async () => {
  const token = await service.token({ behaviour: ["decline", "approve"] });
  const statuses = [(await pay(token)).status, (await pay(token)).status, (await pay(token)).status];
  expect(statuses).toEqual([402, 201, 400]);
  expect((await service.attach(token, await service.customer())).status).toBe(404);
});

test("a token that expired or was used up is answered like one that never existed, in a body and in a path", async () => {
  const [expired, used, customer] = [await service.token(), await service.token(), await service.customer()];
  await pay(used);
  await service.wait(16 * minute);
  for (const token of [expired, used, "pm_nobody"]) {
    const [paid, attached] = [await pay(token), await service.attach(token, customer)];
    expect([paid.status, paid.body.error.code]).toEqual([400, "invalid_payment_method"]);
    expect([attached.status, attached.body.error.code]).toEqual([404, "not_found"]);
  }
});

test("attaching again to the same customer changes nothing, and to another one is refused", async () => {
  const { customerId, paymentMethodId } = await service.attached();
  const [again, other] = [
    await service.attach(paymentMethodId, customerId),
    await service.attach(paymentMethodId, await service.customer()),
  ];
  expect([again.status, again.body.customer_id]).toEqual([200, customerId]);
  expect([other.status, other.body.error.code]).toEqual([409, "payment_method_attached"]);
});

test("inputs of a customer have limits, and one address may belong to several", async () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
  for (const good of [{ email: "a@example.com" }, { email: "a@example.com" }, { metadata: many(50) }])
    expect(await createCustomer(good)).toBe(201);
  for (const wrong of [
    { email: "nobody" },
    { email: `${"a".repeat(320)}@example.com` },
    { first_name: "" },
    { last_name: "x".repeat(256) },
    { metadata: many(51) },
    { metadata: { ["k".repeat(41)]: 1 } },
    { metadata: { k: "x".repeat(501) } },
    { metadata: { k: { deep: 1 } } },
  ])
    expect([wrong, await createCustomer(wrong)]).toEqual([wrong, 400]);
});
