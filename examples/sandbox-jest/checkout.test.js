const { createSandbox } = require("pulumi-payments-sandbox");
const { checkout } = require("./checkout.js");

let sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ clock: "manual" });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** Types a card into the hosted form; answers the id of the single-use token. */
async function typeCard(behaviour = "approve") {
  const response = await fetch(`${sandbox.adminUrl}/payment-methods`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${sandbox.adminToken}` },
    body: JSON.stringify({
      card: { number: "4242 4242 4242 4242", exp_month: 12, exp_year: 2030, cvv: "123" },
      behaviour,
    }),
  });
  return (await response.json()).id;
}

const order = { amount: 2_500, currency: "usd" };

test("a good card pays the order", async () => {
  const paymentMethodId = await typeCard();
  expect(await checkout(sandbox, { ...order, paymentMethodId })).toEqual({ paid: true, received: 2_500 });
});

test("a declined card leaves the order unpaid, and says why", async () => {
  const paymentMethodId = await typeCard("decline");
  expect(await checkout(sandbox, { ...order, paymentMethodId })).toMatchObject({ paid: false, why: "card_declined" });
});

test("a customer who takes twenty minutes must type the card again", async () => {
  const paymentMethodId = await typeCard();
  await sandbox.advance({ seconds: 20 * 60 });
  expect(await checkout(sandbox, { ...order, paymentMethodId })).toMatchObject({
    paid: false,
    why: "invalid_payment_method",
  });
  expect(await checkout(sandbox, { ...order, paymentMethodId: await typeCard() })).toMatchObject({ paid: true });
});

test("an amount in dollars instead of cents is refused before anything is charged", async () => {
  const paymentMethodId = await typeCard();
  await expect(checkout(sandbox, { ...order, amount: 24.99, paymentMethodId })).rejects.toThrow(/amount/);
});
