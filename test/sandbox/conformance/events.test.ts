import { stopAll } from "../harness";
import { accepted, day, hour, minute, type Scene, scene } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const list = async (query = "") => accepted(await service.call("GET", `/v1/events${query}`));
const found = async (status: string): Promise<string[]> =>
  (await list(`?delivery_status=${status}`)).items.map(({ id }: { id: string }) => id);
const statuses = ["succeeded", "failed", "pending", "undelivered"];

/** Which of the four filters find the event. */
async function statusesOf(id: string): Promise<string[]> {
  const all = await Promise.all(statuses.map(found));
  return statuses.filter((_, index) => all[index]?.includes(id));
}

test("events are listed with GET /v1/events, each with its delivery status", async () => {
  const id = await service.emit();
  expect((await list()).items).toMatchObject([{ id, delivery_status: "pending" }]);
  await service.wait(0);
  expect((await list()).items).toMatchObject([{ id, delivery_status: "succeeded" }]);
});

test("the list takes delivery_status or no parameter, and no value but the four", async () => {
  const id = await service.emit();
  await service.wait(0);
  expect((await list()).total).toBe(1);
  expect([await found("succeeded"), await found("failed")]).toEqual([[id], []]);
  expect((await service.call("GET", "/v1/events?delivery_status=lost")).status).toBe(400);
});

test("the list is a page, most recent first, of events with account, type, data and time", async () => {
  const ids = [await service.emit("payout.paid"), await service.emit("account.updated")];
  expect(await list("?limit=1&offset=1")).toEqual({
    has_more: false,
    limit: 1,
    offset: 1,
    total: 2,
    items: [
      {
        id: ids[0],
        account_id: service.accountId,
        type: "payout.paid",
        data: { amount: 5 },
        delivery_status: "pending",
        created_at: "2026-01-01T00:00:00.000Z",
      },
    ],
  });
});

test("succeeded finds an event once all endpoints have answered it with 2xx", async () => {
  await service.endpoint({ status: 500, count: 2 }, { status: 202 });
  const id = await service.emit();
  await service.wait(10 * minute);
  expect(await found("succeeded")).toEqual([]);
  await service.wait(2 * hour);
  expect(await statusesOf(id)).toEqual(["succeeded"]);
});

test("failed finds an event once one endpoint has used up all retries without success", async () => {
  await service.endpoint({ status: 500 });
  const id = await service.emit();
  await service.wait(60 * hour);
  expect(await found("failed")).toEqual([]);
  await service.wait(hour);
  expect(await statusesOf(id)).toEqual(["failed"]);
});

test("pending finds an event that is queued and of which no delivery has been attempted", async () => {
  await service.script({ status: 500 });
  const id = await service.emit();
  expect(await statusesOf(id)).toEqual(["pending"]);
  await service.wait(0);
  expect(await found("pending")).toEqual([]);
});

test("undelivered finds an event that was not attempted because the endpoint was inactive or disabled", async () => {
  const ids = [];
  for (const status of ["inactive", "disabled"]) {
    await service.setStatus(status);
    ids.push(await service.emit());
    await service.wait(hour);
  }
  for (const id of ids) expect(await statusesOf(id)).toEqual(["undelivered"]);
});

test("undelivered finds an event that one endpoint received and an inactive or disabled one missed", async () => {
  for (const status of ["inactive", "disabled"]) {
    const other = await service.endpoint({ status: 200 });
    await service.setStatus(status, other.id);
    const id = await service.emit();
    await service.wait(minute);
    expect(await service.received(other.receiverId)).toEqual([]);
    expect(await statusesOf(id)).toEqual(["undelivered"]);
    accepted(await service.admin("DELETE", `/webhook-endpoints/${other.id}`));
  }
});

test("the list is of one merchant, and of all merchants of a partner where the partner's id is asked for", async () => {
  const asPartner = async () =>
    service.call("GET", "/v1/events", { headers: { "payments-account": service.partnerAccountId } });
  const others = async () => [await service.emit("payout.paid", await service.merchant()), await service.emit()];
  const [, own] = await others();
  expect((await list()).items).toMatchObject([{ id: own }]);
  expect((await asPartner()).status).toBe(403);
  service = await scene({ endpointAccount: "partner" });
  const ids = await others();
  expect(accepted(await asPartner()).items.map(({ id }: { id: string }) => id)).toEqual(ids.reverse());
});

test("an event that is being retried is found by none of the four", async () => {
  await service.script({ status: 500 });
  const id = await service.emit();
  await service.wait(day);
  expect(await statusesOf(id)).toEqual([]);
  expect((await list()).items).toMatchObject([{ id, delivery_status: null }]);
});
