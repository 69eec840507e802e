import { type Harness, start, stopAll } from "../harness";
import { subscribing } from "../subscribing";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

const overview = async () => (await sandbox.admin("GET", "/overview")).body;

test("it is for whoever has the admin token", async () => {
  expect((await fetch(`${sandbox.adminUrl}/overview`)).status).toBe(401);
});

test("a fresh sandbox shows its seed and nothing else", async () => {
  expect(await overview()).toMatchObject({
    clock: { now: "2026-01-01T00:00:00.000Z", mode: "manual", next: null, advancing: null },
    service: {
      partner_account_id: sandbox.partnerAccountId,
      account_id: sandbox.accountId,
      webhook_endpoint_id: sandbox.webhookEndpointId,
    },
    api_keys: { total: 1, items: [{ name: "Ready key", type: "secret", scopes: ["*"], last_used: null }] },
    webhook_endpoints: {
      total: 1,
      items: [{ id: sandbox.webhookEndpointId, status: "active", deliveries: {}, next: null }],
    },
    events: { total: 0, items: [] },
    deliveries: { total: 0, items: [] },
    subscriptions: { total: 0, items: [] },
    payment_intents: { total: 0, items: [] },
    transitions: { total: 0, items: [] },
    mail: { total: 0, items: [] },
    requests: { total: 0, items: [] },
    faults: { total: 0, items: [] },
    recipients: [],
  });
});

test("it holds no value of any key, whatever redacted values look like", async () => {
  const values = [sandbox.apiKey];
  for (const type of ["secret", "publishable"])
    values.push((await sandbox.call("POST", "/v1/api-keys", { body: { type } })).body.value);
  const text = JSON.stringify(await overview());
  for (const value of values) expect(text).not.toContain(value);
  expect(text).not.toMatch(/[sp]k_sandbox_/);
});

test.each([
  ["being retried", "under way"],
  ["cut off by an inactive endpoint", "held"],
  ["cut off by a disabled endpoint", "over"],
  ["cut off by the deletion of its endpoint", "over"],
])("an event that is %s is %s", async (how, standing) => {
  const { body: receiver } = await sandbox.admin("POST", "/receivers", { script: [{ status: 500 }] });
  const path = `/webhook-endpoints/${sandbox.webhookEndpointId}`;
  await sandbox.admin("PATCH", path, { url: receiver.url });
  await sandbox.admin("POST", "/events", { type: "payout.paid", account_id: sandbox.accountId });
  await sandbox.advance({ seconds: 60 });
  const status = /(inactive|disabled) endpoint/.exec(how)?.[1];
  if (status !== undefined) await sandbox.admin("PATCH", path, { status });
  if (how.includes("deletion")) await sandbox.admin("DELETE", path);
  expect((await overview()).events.items).toMatchObject([{ delivery_status: null, standing }]);
});

test("an outage is seen whole: attempts, when the next is due, what becomes of the endpoint and when", async () => {
  const { body: receiver } = await sandbox.admin("POST", "/receivers", { script: [{ status: 500 }] });
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { url: receiver.url });
  const { body: event } = await sandbox.admin("POST", "/events", {
    type: "payout.paid",
    account_id: sandbox.accountId,
  });
  await sandbox.advance({ seconds: 3_600 });
  const seen = await overview();
  expect(seen.clock.next).toEqual({ at: "2026-01-01T01:05:00.000Z", kind: "attempt" });
  expect(seen.deliveries.items).toEqual([
    {
      event_id: event.id,
      event_type: "payout.paid",
      endpoint_id: sandbox.webhookEndpointId,
      state: "queued",
      attempts: [
        { number: 1, at: "2026-01-01T00:00:00.000Z", outcome: "rejected", status: 500 },
        { number: 2, at: "2026-01-01T00:05:00.000Z", outcome: "rejected", status: 500 },
      ],
      next_at: "2026-01-01T01:05:00.000Z",
    },
  ]);
  const fates = [];
  for (const days of [0, 3, 4]) {
    await sandbox.advance({ seconds: days * 86_400 });
    fates.push((await overview()).webhook_endpoints.items[0].next);
  }
  const failing_since = "2026-01-01T00:00:00.000Z";
  expect(fates).toEqual([
    { failing_since, status: "inactive", at: "2026-01-04T00:00:00.000Z" },
    { failing_since, status: "disabled", at: "2026-01-08T00:00:00.000Z" },
    null,
  ]);
});

test("a subscription shows its price, its state and its next payment", async () => {
  const { id, next_payment_at } = await subscribing(sandbox).subscribe();
  const { subscriptions, clock } = await overview();
  expect(subscriptions).toMatchObject({
    total: 1,
    items: [{ id, status: "pending", price: 1_500, currency: "usd", interval_unit: "month", next_payment_at }],
  });
  expect(clock.next).toEqual({ at: next_payment_at, kind: "subscription_payment" });
});

test("of each kind it shows the newest fifty, newest first, and how many there are", async () => {
  for (let index = 1; index <= 55; index++) {
    await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret", name: `Key ${index}` } });
    await sandbox.admin("POST", "/events", { type: `event.${index}`, account_id: sandbox.accountId });
  }
  const { api_keys, events, deliveries, requests } = await overview();
  expect([api_keys.total, events.total, deliveries.total, requests.total]).toEqual([56, 55, 55, 55]);
  for (const { items } of [api_keys, events, deliveries, requests]) expect(items).toHaveLength(50);
  expect([api_keys.items[0].name, events.items[0].type, deliveries.items[49].event_type]).toEqual([
    "Key 55",
    "event.55",
    "event.6",
  ]);
});

test("long data of an event is cut, and its length told", async () => {
  await sandbox.admin("POST", "/events", {
    type: "payout.paid",
    account_id: sandbox.accountId,
    data: { text: "x".repeat(90_000) },
  });
  const { data } = (await overview()).events.items[0];
  expect(data).toMatch(/^\{"text":"x+ … \(90011 characters\)$/);
  expect(data.length).toBeLessThan(2_100);
});

test("looking changes nothing: the same is seen again, and the request log is as it was", async () => {
  await sandbox.call("POST", "/v1/payment-intents", { body: { amount: 5, currency: "eur" } });
  const first = await overview();
  expect(first.payment_intents.items).toMatchObject([
    { amount: 5, currency: "eur", status: "requires_payment_method" },
  ]);
  expect(await overview()).toEqual(first);
  expect((await sandbox.admin("GET", "/requests")).body).toHaveLength(1);
});
