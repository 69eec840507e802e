import { stopAll } from "../harness";
import { subscriptionBody } from "./documented-operations";
import { accepted, day, type Scene, scene, timeAfter } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const month = 31 * day;
const create = async (more: object = {}) =>
  service.call("POST", "/v1/subscriptions", { body: { ...(await subscriptionBody(service)), ...more } });
const made = async (more: object = {}) => accepted(await create(more));
const read = async (id: string) => accepted(await service.admin("GET", `/subscriptions/${id}`));
const byHand = (id: string, action: string) => service.admin("POST", `/subscriptions/${id}/${action}`);

/** A subscription whose payment method says this of its charges, one after the other. */
async function behaving(...behaviour: string[]): Promise<string> {
  const [customer_id, payment_method_id] = [await service.customer(), await service.token({ behaviour })];
  accepted(await service.attach(payment_method_id, customer_id));
  return (await made({ customer_id, payment_method_id })).id;
}

test("an anchor is a date or a timestamp with an offset, in the years 1970 to 2999", async () => {
  for (const anchor of [
    ...["1970-01-01", "2999-12-31T23:59:59Z", "2026-02-01T00:00:00.5+01:00"],
    ...["2026-02-01T10:00Z", "2026-02-01T10:00:00+0530", "20260201", "20260201T100000,5Z"],
  ])
    expect([anchor, (await create({ billing_cycle_anchor: anchor })).status]).toEqual([anchor, 201]);
  for (const anchor of [
    ...["2026-02-30", "2026-02-01T00:00:00", "1969-12-31", "3000-01-01", "tomorrow", 1_769_904_000],
    ...["2026-W05-7", "2026-032", "2026-02-01T24:00Z"],
  ])
    expect([anchor, (await create({ billing_cycle_anchor: anchor })).status]).toEqual([anchor, 400]);
});

test("the first payment of an anchor in the past is at the next cycle, and of one that is now at once", async () => {
  expect((await made({ billing_cycle_anchor: "2025-11-15" })).next_payment_at).toBe("2026-01-15T00:00:00.000Z");
  const { id, status, next_payment_at } = await made({ billing_cycle_anchor: "2026-01-01" });
  expect([status, next_payment_at]).toEqual(["pending", timeAfter(0)]);
  await service.wait(0);
  expect((await read(id)).status).toBe("active");
});

test("months are counted in UTC, whatever offset the anchor was written with", async () => {
  const { id } = await made({ billing_cycle_anchor: "2026-03-01T00:00:00+09:00" });
  await service.advance({ to: "2026-02-28T15:00:00Z" });
  expect((await read(id)).next_payment_at).toBe("2026-03-28T15:00:00.000Z");
});

test("an interval has 1 to 366 units", async () => {
  for (const interval_count of [1, 366]) expect((await create({ interval_count })).status).toBe(201);
  for (const interval_count of [0, 1.5, 367, "1"]) expect((await create({ interval_count })).status).toBe(400);
});

test("a cycle has one payment intent, which retries confirm, and which still pays what a canceled subscription owes", async () => {
  const id = await behaving("decline");
  await service.wait(month + 4 * day);
  const { payment_intents, payment_method_id } = await read(id);
  expect(payment_intents).toHaveLength(1);
  accepted(await byHand(id, "cancel"));
  accepted(await service.confirm(payment_intents[0].id, await service.token()));
  expect(await read(id)).toMatchObject({ status: "canceled", payment_method_id });
});

test("cycles that begin while a subscription is paused or unpaid are not charged", async () => {
  const [paused, unpaid] = [(await made()).id, await behaving("decline", "decline", "decline", "decline", "approve")];
  accepted(await byHand(paused, "pause"));
  await service.wait(month + 40 * day);
  accepted(await byHand(paused, "resume"));
  expect((await read(paused)).next_payment_at).toBe("2026-04-01T00:00:00.000Z");
  const { status, payment_intents } = await read(unpaid);
  expect([status, payment_intents.length]).toEqual(["unpaid", 1]);
  accepted(await service.confirm(payment_intents[0].id, await service.token()));
  expect(await read(unpaid)).toMatchObject({ status: "active", next_payment_at: "2026-04-01T00:00:00.000Z" });
});

test("a cycle that begins while a subscription is past_due is charged as soon as it is not", async () => {
  const [customer_id, payment_method_id] = [
    await service.customer(),
    await service.token({ behaviour: ["decline", "decline", "approve"] }),
  ];
  accepted(await service.attach(payment_method_id, customer_id));
  const { id } = await made({ customer_id, payment_method_id, interval_unit: "day", interval_count: 2 });
  await service.wait(month + 2.5 * day);
  expect((await read(id)).status).toBe("past_due");
  await service.wait(day);
  const { status, payment_intents } = await read(id);
  expect([status, payment_intents.map((one: { status: string }) => one.status)]).toEqual([
    "active",
    ["succeeded", "succeeded"],
  ]);
});

test("the clock's changes of a subscription send events, and a caller's changes send none", async () => {
  const [paid, declined, unconfirmed] = [await behaving("approve"), await behaving("decline"), (await made()).id];
  accepted(await byHand(unconfirmed, "require-confirmation"));
  accepted(await byHand((await made()).id, "cancel"));
  expect(accepted(await service.call("GET", "/v1/events")).total).toBe(0);
  await service.wait(month);
  const { items } = accepted(await service.call("GET", "/v1/events"));
  const told = items.map(({ type, data }: { type: string; data: Record<string, { id: string } | string> }) => [
    type,
    (data.subscription as { id: string }).id,
    data.decline_code,
  ]);
  expect(told.sort()).toEqual(
    [
      ["subscription.payment_succeeded", paid, undefined],
      ["subscription.payment_failed", declined, "card_declined"],
      ["subscription.incomplete", unconfirmed, undefined],
    ].sort(),
  );
});

test("a subscription that needs no confirmation is not confirmed", async () => {
  const { id } = await made();
  await service.wait(month);
  const { status, body } = await service.call("POST", `/v1/subscriptions/${id}/confirm`);
  expect([status, body.error.code]).toEqual([409, "wrong_subscription_status"]);
  expect((await read(id)).status).toBe("active");
});

test("nothing leads out of canceled and incomplete", async () => {
  const [canceled, incomplete] = [(await made()).id, (await made()).id];
  accepted(await byHand(canceled, "cancel"));
  accepted(await byHand(incomplete, "require-confirmation"));
  await service.wait(month);
  for (const id of [canceled, incomplete])
    for (const action of ["require-confirmation", "start-trial", "pause", "resume", "cancel"])
      expect((await byHand(id, action)).status).toBe(409);
});
