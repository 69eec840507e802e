import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Harness, start, stopAll } from "../harness";
import { goodCard, payments } from "../payments";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

test("a filled-in form makes a fresh single-use token with the card's display metadata", async () => {
  const billing_details = { name: "Ada Lovelace", address: { zip: "10115", country: "DE" } };
  const { status, body } = await sandbox.admin("POST", "/payment-methods", { card: goodCard, billing_details });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^pm_[0-9a-f]{16}$/),
      account_id: sandbox.accountId,
      customer_id: null,
      type: "card",
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
      billing_details,
      created_at: "2026-01-01T00:00:00.000Z",
    },
  ]);
});

test.each([
  ["card", {}, undefined],
  ["card.number", { number: "4242424242424241" }, "check digit"],
  ["card.number", { number: "42424242424" }, "12 to 19 digits"],
  ["card.number", { number: "4242-4242-4242-424x" }, "12 to 19 digits"],
  ["card.number", { number: 4242424242424242 }, undefined],
  ["card.cvv", { cvv: "12" }, undefined],
  ["card.cvv", { cvv: "1234" }, "3 digits"],
  ["card.cvv", { number: "378282246310005", cvv: "123" }, "4 on an American Express"],
  ["card.cvv", { cvv: undefined }, "is required"],
  ["card.exp_month", { exp_month: 13 }, undefined],
  ["card.exp_year", { exp_year: 30 }, "four digits"],
  ["card.exp_month", { exp_month: 5, exp_year: 2026 }, "has expired"],
  ["card.exp_year", { exp_year: 2025 }, "has expired"],
  ["holder", { holder: "Ada" }, undefined],
])("the form refuses a bad %s and names it: %j", async (param, wrong, why) => {
  await sandbox.advance({ to: "2026-06-01T00:00:00Z" });
  const card = Object.keys(wrong).length === 0 ? undefined : { ...goodCard, ...wrong };
  const { status, body } = await sandbox.admin("POST", "/payment-methods", { card });
  expect([status, body.error.param]).toEqual([400, param]);
  if (why) expect(body.error.message).toContain(why);
  if (card) expect(JSON.stringify(body)).not.toContain(String(card.number));
});

test.each([
  ["behaviour", { behaviour: "expire" }],
  ["behaviour", { behaviour: [] }],
  ["account_id", { account_id: "acct_nobody" }],
  ["billing_details.name", { billing_details: { name: "" } }],
])("a bad %s is refused: %j", async (param, wrong) => {
  const { status, body } = await sandbox.admin("POST", "/payment-methods", { card: goodCard, ...wrong });
  expect([status, body.error.param]).toEqual([400, param]);
});

test("a partner account has no payment methods", async () => {
  const account_id = sandbox.partnerAccountId;
  expect((await sandbox.admin("POST", "/payment-methods", { card: goodCard, account_id })).status).toBe(400);
});

test("number and CVV are in no answer, no log line and no byte of the data file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  try {
    const stored = await start({ data: join(folder, "p.db") });
    const { number, cvv } = { number: "4929371846205932", cvv: "7391" };
    const { number: amex } = { number: "371449635398431" };
    const answers: unknown[] = [];
    const send = async (card: object) => {
      const reply = await stored.admin("POST", "/payment-methods", { card: { ...goodCard, ...card } });
      answers.push(reply);
      return reply;
    };
    expect((await send({ number })).status).toBe(400);
    expect((await send({ number, cvv })).status).toBe(400);
    expect((await send({ number: amex, cvv, exp_year: 2025 })).status).toBe(400);
    const { id } = (await send({ number: amex, cvv })).body;
    const made = payments(stored);
    answers.push(await made.attach(id, await made.customer()), await made.confirm(await made.intent(), id));
    for (const path of ["/requests", "/fidelity", "/clock"]) answers.push(await stored.admin("GET", path));
    await stored.admin("POST", "/snapshots/s");
    const files = () => readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
    const open = files();
    await stored.close();
    const seen = [JSON.stringify(answers), stored.lines.join("\n"), ...open, ...files()];
    // Both can be found where they may be: the last digits, and the id.
    expect(seen.filter((text) => text.includes("8431") && text.includes(id)).length).toBeGreaterThanOrEqual(2);
    for (const text of seen) for (const secret of [number, amex, cvv]) expect(text.includes(secret)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
