import { type Harness, start, stopAll } from "../harness";
import { subscribing } from "../subscribing";

let sandbox: Harness;
let world: ReturnType<typeof subscribing>;
beforeEach(async () => {
  sandbox = await start();
  world = subscribing(sandbox);
});
afterEach(stopAll);

const firstBilling = "2026-01-31T00:00:00.000Z";

test("lists subscriptions, oldest first, of one account or of all, and shows one with its payment intents", async () => {
  const account_id = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
  const ids = [(await world.subscribe()).id, (await world.subscribe()).id];
  const idsOf = async (query: string) =>
    (await sandbox.admin("GET", `/subscriptions${query}`)).body.map(({ id }: { id: string }) => id);
  expect(await idsOf("")).toEqual(ids);
  expect(await idsOf(`?account_id=${sandbox.accountId}`)).toEqual(ids);
  expect(await idsOf(`?account_id=${account_id}`)).toEqual([]);
  await sandbox.advance({ to: firstBilling });
  const shown = await world.see(ids[0]!);
  expect(shown.payment_intents).toMatchObject([{ subscription_id: ids[0], status: "succeeded" }]);
  expect(JSON.stringify(shown)).not.toContain('"seq"');
  expect((await sandbox.admin("GET", "/subscriptions/sub_nobody")).status).toBe(404);
});

test("a trial takes no payment until the first billing date", async () => {
  const { id } = await world.subscribe();
  expect((await world.move(id, "start-trial")).body).toMatchObject({
    status: "trialing",
    next_payment_at: firstBilling,
  });
  await sandbox.advance({ to: "2026-01-30T23:59:59.999Z" });
  expect(await world.see(id)).toMatchObject({ status: "trialing", payment_intents: [] });
  const { transitions } = await sandbox.advance({ seconds: 0.001 });
  expect(transitions).toMatchObject([
    { kind: "payment_intent", to: "succeeded" },
    { kind: "subscription", id, from: "trialing", to: "active", at: firstBilling },
  ]);
});

test("what nobody confirms before its first billing date is incomplete for good, and nothing is charged", async () => {
  const { id } = await world.subscribe();
  expect((await world.move(id, "require-confirmation")).body.status).toBe("requires_confirmation");
  const { transitions } = await sandbox.advance({ seconds: 90 * 86_400 });
  expect(transitions).toEqual([
    {
      kind: "subscription",
      id,
      from: "requires_confirmation",
      to: "incomplete",
      at: firstBilling,
      reason: "not confirmed before its first billing date",
    },
  ]);
  expect(await world.see(id)).toMatchObject({ status: "incomplete", next_payment_at: null, payment_intents: [] });
  expect((await sandbox.call("GET", "/v1/events")).body.items).toMatchObject([
    { type: "subscription.incomplete", data: { subscription: { id, status: "incomplete" } } },
  ]);
  expect((await world.confirm(id)).status).toBe(409);
});

test("a paused subscription is not billed, and goes on as before with the first cycle after", async () => {
  const [waiting, running] = [await world.subscribe(), await world.subscribe({ billing_cycle_anchor: "2026-01-01" })];
  await sandbox.advance({ seconds: 0 });
  for (const { id } of [waiting, running])
    expect((await world.move(id, "pause")).body).toMatchObject({ status: "paused", next_payment_at: null });
  expect((await sandbox.advance({ to: "2026-04-15T00:00:00Z" })).transitions).toEqual([]);
  expect((await world.move(waiting.id, "resume")).body).toMatchObject({
    status: "pending",
    next_payment_at: "2026-04-30T00:00:00.000Z",
  });
  expect((await world.move(running.id, "resume")).body).toMatchObject({
    status: "active",
    next_payment_at: "2026-05-01T00:00:00.000Z",
  });
  await sandbox.advance({ to: "2026-05-01T00:00:00Z" });
  expect((await world.see(waiting.id)).payment_intents).toHaveLength(1);
  expect((await world.see(running.id)).payment_intents).toHaveLength(2);
});

test("a canceled subscription is charged no more and stays so", async () => {
  const { id } = await world.subscribe();
  expect((await world.move(id, "cancel")).body).toMatchObject({ status: "canceled", next_payment_at: null });
  expect(await sandbox.advance({ seconds: 365 * 86_400 })).toMatchObject({ events: 0, transitions: [] });
  for (const action of ["cancel", "resume", "pause"]) expect((await world.move(id, action)).status).toBe(409);
});

test("a move that is not possible is refused and says for which statuses it is", async () => {
  const { id } = await world.subscribe();
  const { status, body } = await world.move(id, "resume");
  expect([status, body.error.code, body.error.message]).toEqual([
    409,
    "wrong_subscription_status",
    expect.stringMatching(/is pending: "resume" is for one that is paused/),
  ]);
  expect((await world.move(id, "revive")).status).toBe(400);
  expect((await world.move("sub_nobody", "cancel")).status).toBe(404);
});

test("moves by hand emit no event", async () => {
  const { id } = await world.subscribe();
  for (const action of ["start-trial", "pause", "resume", "cancel"]) await world.move(id, action);
  expect((await sandbox.call("GET", "/v1/events")).body.total).toBe(0);
});
