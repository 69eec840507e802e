import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { happenings } from "../happenings";
import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";
import { subscribing } from "../subscribing";

let sandbox: Harness;
let made: ReturnType<typeof payments>;
let world: ReturnType<typeof subscribing>;
beforeEach(async () => {
  sandbox = await start();
  made = payments(sandbox);
  world = subscribing(sandbox);
});
afterEach(stopAll);

const day = 86_400;
const events = async () => (await sandbox.call("GET", "/v1/events?limit=100")).body.items;
const brief = ({ kind, from, to, at }: { kind: string; from: string; to: string; at: string }) =>
  `${kind} ${from} → ${to} ${at}`;

test("the price is charged at each cycle: 31 January, 28 February, 31 March", async () => {
  const { id } = await world.subscribe();
  const { transitions } = await sandbox.advance({ to: "2026-04-01T00:00:00Z" });
  expect(transitions.map(brief)).toEqual([
    "payment_intent requires_payment_method → succeeded 2026-01-31T00:00:00.000Z",
    "subscription pending → active 2026-01-31T00:00:00.000Z",
    "payment_intent requires_payment_method → succeeded 2026-02-28T00:00:00.000Z",
    "payment_intent requires_payment_method → succeeded 2026-03-31T00:00:00.000Z",
  ]);
  const { status, next_payment_at, payment_intents } = await world.see(id);
  expect([status, next_payment_at]).toEqual(["active", "2026-04-30T00:00:00.000Z"]);
  expect(payment_intents).toHaveLength(3);
  for (const intent of payment_intents)
    expect(intent).toMatchObject({ amount: 1_500, amount_received: 1_500, currency: "usd", subscription_id: id });
});

test("each payment is told in an event with the subscription and the payment intent, and delivered", async () => {
  const { id } = await world.subscribe({ behaviour: ["decline", "approve"] });
  expect(await sandbox.advance({ to: "2026-02-01T00:00:00Z" })).toMatchObject({ events: 2, attempts: 2 });
  const [retried, declined] = await events();
  const [intent] = (await world.see(id)).payment_intents;
  expect(declined).toMatchObject({
    type: "subscription.payment_failed",
    account_id: sandbox.accountId,
    delivery_status: "succeeded",
    data: {
      subscription: { id, status: "past_due", next_payment_at: "2026-02-01T00:00:00.000Z" },
      payment_intent: { id: intent!.id, status: "requires_payment_method" },
      decline_code: "card_declined",
    },
  });
  expect(retried).toMatchObject({
    type: "subscription.payment_succeeded",
    data: { subscription: { status: "active" }, payment_intent: intent },
  });
  expect(retried.data).not.toHaveProperty("decline_code");
  expect((await happenings(sandbox).received()).map(({ body }) => body.id)).toEqual([declined.id, retried.id]);
  expect(JSON.stringify([retried, declined])).not.toContain('"seq"');
});

test("a declined payment is tried again after 1, 3 and 7 days with the same payment intent, then the subscription is unpaid", async () => {
  const { id } = await world.subscribe({ behaviour: "decline" });
  const { transitions } = await sandbox.advance({ seconds: 300 * day });
  expect(transitions.map(brief)).toEqual([
    "subscription pending → past_due 2026-01-31T00:00:00.000Z",
    "subscription past_due → unpaid 2026-02-07T00:00:00.000Z",
  ]);
  const failures = (await events()).reverse();
  expect(failures.map(({ type, created_at }: { type: string; created_at: string }) => [type, created_at])).toEqual(
    ["2026-01-31", "2026-02-01", "2026-02-03", "2026-02-07"].map((date) => [
      "subscription.payment_failed",
      `${date}T00:00:00.000Z`,
    ]),
  );
  expect(
    new Set(failures.map((event: { data: { payment_intent: { id: string } } }) => event.data.payment_intent.id)).size,
  ).toBe(1);
  expect(await world.see(id)).toMatchObject({
    status: "unpaid",
    next_payment_at: null,
    payment_intents: [{ status: "requires_payment_method" }],
  });
});

test("a retry that succeeds makes it active again, and the cycles keep to their anchor", async () => {
  const { id } = await world.subscribe({ behaviour: ["approve", "decline", "decline", "approve"] });
  await sandbox.advance({ to: "2026-03-02T00:00:00Z" });
  expect(await world.see(id)).toMatchObject({ status: "past_due", next_payment_at: "2026-03-03T00:00:00.000Z" });
  await sandbox.advance({ seconds: day });
  expect(await world.see(id)).toMatchObject({ status: "active", next_payment_at: "2026-03-31T00:00:00.000Z" });
});

test("each cycle has all of its retries", async () => {
  const { id } = await world.subscribe({ behaviour: ["decline", "decline", "decline", "approve", "decline"] });
  await sandbox.advance({ to: "2026-03-06T00:00:00Z" });
  expect(await world.see(id)).toMatchObject({ status: "past_due", next_payment_at: "2026-03-07T00:00:00.000Z" });
});

test("a card that expires between two cycles is declined as expired", async () => {
  const payer = await world.payer({}, { exp_month: 2, exp_year: 2026 });
  await world.subscribe(payer);
  await sandbox.advance({ to: "2026-03-31T00:00:00Z" });
  expect((await events())[0]).toMatchObject({
    type: "subscription.payment_failed",
    data: { decline_code: "expired_card" },
  });
});

describe("confirming the payment intent of a failed cycle", () => {
  test("pays the cycle at once, with any card; the subscription keeps its own, and no event tells it", async () => {
    const { id, payment_method_id } = await world.subscribe({ behaviour: ["decline", "approve"] });
    await sandbox.advance({ to: "2026-01-31T12:00:00Z" });
    const [intent] = (await world.see(id)).payment_intents;
    const told = (await events()).length;
    const { status, body } = await made.confirm(intent!.id, await made.token());
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ status: "succeeded", amount_received: 1_500, subscription_id: id }),
    ]);
    expect(await world.see(id)).toMatchObject({
      status: "active",
      next_payment_at: "2026-02-28T00:00:00.000Z",
      payment_method_id,
    });
    expect(await events()).toHaveLength(told);
    const { transitions } = await sandbox.advance({ to: "2026-02-28T00:00:00Z" });
    expect(transitions.map(brief)).toEqual([
      "payment_intent requires_payment_method → succeeded 2026-02-28T00:00:00.000Z",
    ]);
  });

  test("is refused when the card is declined, and changes neither the subscription nor its retries", async () => {
    const { id } = await world.subscribe({ behaviour: "decline" });
    await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
    const before = await world.see(id);
    const reply = await made.confirm(before.payment_intents[0]!.id, before.payment_method_id);
    expect([reply.status, reply.body.error.code]).toEqual([402, "card_declined"]);
    expect(await world.see(id)).toEqual(before);
  });

  test("of an unpaid subscription makes it active from the next cycle on, and charges none that began meanwhile", async () => {
    const { id } = await world.subscribe({ behaviour: [...Array(4).fill("decline"), "approve"] });
    await sandbox.advance({ to: "2026-05-15T00:00:00Z" });
    const [intent] = (await world.see(id)).payment_intents;
    expect((await made.confirm(intent!.id, await made.token())).status).toBe(201);
    expect(await world.see(id)).toMatchObject({ status: "active", next_payment_at: "2026-05-31T00:00:00.000Z" });
    await sandbox.advance({ to: "2026-05-31T00:00:00Z" });
    expect((await world.see(id)).payment_intents).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }]);
  });

  test("of a past_due subscription is followed by the cycles that began meanwhile", async () => {
    const behaviour = ["decline", "decline", "approve"];
    const { id } = await world.subscribe({ behaviour, interval_unit: "day", billing_cycle_anchor: "2026-01-02" });
    await sandbox.advance({ to: "2026-01-04T12:00:00Z" });
    const { payment_intents } = await world.see(id);
    expect(payment_intents).toHaveLength(1);
    await made.confirm(payment_intents[0]!.id, await made.token());
    expect((await world.see(id)).next_payment_at).toBe("2026-01-04T12:00:00.000Z");
    await sandbox.advance({ seconds: 0 });
    const paid = await world.see(id);
    expect(paid.payment_intents.map(({ status, created_at }) => [status, created_at])).toEqual([
      ["succeeded", "2026-01-02T00:00:00.000Z"],
      ["succeeded", "2026-01-04T12:00:00.000Z"],
      ["succeeded", "2026-01-04T12:00:00.000Z"],
    ]);
    expect(paid).toMatchObject({ status: "active", next_payment_at: "2026-01-05T00:00:00.000Z" });
  });

  test("of a canceled subscription pays what was owed, and leaves it canceled", async () => {
    const { id } = await world.subscribe({ behaviour: "decline" });
    await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
    await world.move(id, "cancel");
    const [intent] = (await world.see(id)).payment_intents;
    expect((await made.confirm(intent!.id, await made.token())).status).toBe(201);
    expect(await sandbox.advance({ seconds: 60 * day })).toMatchObject({ jobs: 0 });
    expect(await world.see(id)).toMatchObject({ status: "canceled", payment_intents: [{ status: "succeeded" }] });
  });

  test("works with a publishable key", async () => {
    const { id } = await world.subscribe({ behaviour: "decline" });
    await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
    const { value } = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "publishable" } })).body;
    const [intent] = (await world.see(id)).payment_intents;
    await payments(sandbox, { "payments-api-key": value }).confirm(intent!.id, await made.token());
    expect((await world.see(id)).status).toBe("active");
  });
});

test("a one-off payment intent has no subscription, and its confirmation moves none", async () => {
  const { id } = await world.subscribe({ behaviour: "decline" });
  await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
  const { body } = await made.confirm(await made.intent(), await made.token());
  expect(body.subscription_id).toBeNull();
  expect((await world.see(id)).status).toBe("past_due");
});

test("on a real clock a subscription is charged by itself, once its time has come", async () => {
  let wallMs = Date.now();
  const real = await start({ clock: "real" }, { wallNow: () => wallMs });
  const own = subscribing(real);
  // The time comes once the subscription is there, however long that takes.
  const anchor = new Date(wallMs + 300).toISOString();
  const { id } = await own.subscribe({ billing_cycle_anchor: anchor, interval_unit: "day" });
  expect((await own.see(id)).status).toBe("pending");
  wallMs += 300;
  while ((await own.see(id)).status !== "active") await wait(10);
  const { payment_intents, next_payment_at } = await own.see(id);
  expect(payment_intents).toHaveLength(1);
  expect(Date.parse(payment_intents[0]!.created_at)).toBeGreaterThanOrEqual(Date.parse(anchor));
  expect(next_payment_at).toBe(new Date(Date.parse(anchor) + day * 1_000).toISOString());
});

test("a restored snapshot brings back what was to be charged, a reset forgets it", async () => {
  const { id } = await world.subscribe();
  await sandbox.admin("POST", "/snapshots/before");
  await sandbox.advance({ to: "2026-03-01T00:00:00Z" });
  await sandbox.admin("POST", "/snapshots/before/restore");
  expect(await world.see(id)).toMatchObject({ status: "pending", payment_intents: [] });
  await sandbox.advance({ to: "2026-01-31T00:00:00Z" });
  expect((await world.see(id)).payment_intents).toHaveLength(1);
  await sandbox.reset();
  expect(await sandbox.advance({ seconds: 90 * day })).toMatchObject({ jobs: 0 });
});

test("a subscription in a data file is charged on after a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  try {
    const data = join(folder, "s.db");
    const first = await start({ data });
    const { id } = await subscribing(first).subscribe();
    await first.advance({ to: "2026-02-01T00:00:00Z" });
    await first.close();
    const second = await start({ data });
    await second.advance({ to: "2026-03-01T00:00:00Z" });
    expect((await subscribing(second).see(id)).payment_intents).toHaveLength(2);
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
