import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

const emit = async (type: string) =>
  (await sandbox.admin("POST", "/events", { type, account_id: sandbox.accountId, data: { amount: 5 } })).body;
const list = async (query = "") => (await sandbox.call("GET", `/v1/events${query}`)).body;
const statuses = async () => (await list()).items.map((event: { delivery_status: string }) => event.delivery_status);
const setStatus = (status: string, id = sandbox.webhookEndpointId) =>
  sandbox.admin("PATCH", `/webhook-endpoints/${id}`, { status });
const reenable = () =>
  sandbox.call("PATCH", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`, { body: { status: "active" } });

test("an event shows what happened to which account, most recent first", async () => {
  await emit("payout.paid");
  await emit("account.updated");
  const page = await list("?limit=1");
  expect(page).toEqual({
    has_more: true,
    limit: 1,
    offset: 0,
    total: 2,
    items: [
      {
        id: expect.stringMatching(/^evt_/),
        account_id: sandbox.accountId,
        type: "account.updated",
        data: { amount: 5 },
        delivery_status: "pending",
        created_at: "2026-01-01T00:00:00.000Z",
      },
    ],
  });
});

test.each([
  ["active", "pending"],
  ["pending", "pending"],
  ["inactive", "undelivered"],
  ["disabled", "undelivered"],
])("an event made while the endpoint is %s is %s", async (status, expected) => {
  await setStatus(status);
  await emit("payout.paid");
  expect(await statuses()).toEqual([expected]);
});

test("delivery_status filters, and refuses a value that it does not have", async () => {
  await setStatus("disabled");
  await emit("second");
  await setStatus("active");
  await emit("first");
  const types = async (status: string) =>
    (await list(`?delivery_status=${status}`)).items.map((event: { type: string }) => event.type);
  expect(await types("pending")).toEqual(["first"]);
  expect(await types("undelivered")).toEqual(["second"]);
  expect(await types("succeeded")).toEqual([]);
  expect(await types("failed")).toEqual([]);
  expect((await list("?delivery_status=undelivered")).total).toBe(1);
  const { status, body } = await sandbox.call("GET", "/v1/events?delivery_status=lost");
  expect([status, body.error.param]).toEqual([400, "delivery_status"]);
});

test("re-enabling an inactive endpoint queues what arrived during the outage", async () => {
  await setStatus("inactive");
  await emit("payout.paid");
  await reenable();
  expect(await statuses()).toEqual(["pending"]);
});

test("re-enabling a disabled endpoint brings nothing back, neither of the disabled time nor of the inactive time before", async () => {
  await setStatus("inactive");
  await emit("while.inactive");
  await setStatus("disabled");
  await emit("while.disabled");
  await reenable();
  expect(await statuses()).toEqual(["undelivered", "undelivered"]);
});

test("an event queued for one endpoint is pending although another is inactive", async () => {
  const second = (await sandbox.admin("POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/hook" })).body.id;
  await setStatus("inactive", second);
  await emit("payout.paid");
  expect(await statuses()).toEqual(["pending"]);
});

test("an event that no endpoint exists for is undelivered", async () => {
  await sandbox.admin("DELETE", `/webhook-endpoints/${sandbox.webhookEndpointId}`);
  await emit("payout.paid");
  expect(await statuses()).toEqual(["undelivered"]);
});

test("a merchant sees its own events only, the partner those of all its merchants", async () => {
  const turned = await start({ endpointAccount: "partner" });
  const other = (await turned.admin("POST", "/accounts", { kind: "merchant" })).body.id;
  for (const account_id of [turned.accountId, other]) await turned.admin("POST", "/events", { type: "t", account_id });
  const all = await turned.call("GET", "/v1/events", { headers: { "payments-account": turned.partnerAccountId } });
  expect(all.body.total).toBe(2);
  const there = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
  await emit("payout.paid");
  expect((await sandbox.call("GET", "/v1/events", { headers: { "payments-account": there } })).body.total).toBe(0);
});
