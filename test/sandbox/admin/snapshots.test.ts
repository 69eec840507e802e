import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

/** Everything that can be seen from outside. */
async function everything(): Promise<unknown> {
  const seen = [];
  for (const path of ["/clock", "/api-keys", "/webhook-endpoints", "/faults", "/requests"])
    seen.push((await sandbox.admin("GET", path)).body);
  return JSON.parse(JSON.stringify(seen));
}

async function change(): Promise<void> {
  await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } });
  await sandbox.admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { status: "inactive" });
  await sandbox.admin("POST", "/events", { type: "t", account_id: sandbox.accountId });
  await sandbox.admin("POST", "/faults", { operation: "GET /v1/events", from: 3, effect: "reset" });
  await sandbox.admin("POST", "/clock/advance", { seconds: 3_600 });
}

test("restoring a snapshot brings back everything, the clock, faults and request log included", async () => {
  await change();
  expect((await sandbox.admin("POST", "/snapshots/before")).body).toEqual({
    name: "before",
    at: "2026-01-01T01:00:00.000Z",
  });
  const before = await everything();
  const kept = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body;
  await change();
  expect(await everything()).not.toEqual(before);
  expect((await sandbox.admin("POST", "/snapshots/before/restore")).status).toBe(200);
  expect(await everything()).toEqual(before);
  expect((await sandbox.call("GET", "/v1/api-keys", { headers: { "payments-api-key": kept.value } })).status).toBe(401);
});

test("after a restore the same calls give the same ids again", async () => {
  await sandbox.admin("POST", "/snapshots/start");
  const first = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body;
  await sandbox.admin("POST", "/snapshots/start/restore");
  const again = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body;
  expect(again.id).toBe(first.id);
  expect(again.value).not.toBe(first.value);
});

test("snapshots are listed by name, replaced under the same name, and survive a reset", async () => {
  await sandbox.admin("POST", "/snapshots/b");
  await sandbox.admin("POST", "/snapshots/a");
  await sandbox.admin("POST", "/clock/advance", { seconds: 1 });
  await sandbox.admin("POST", "/snapshots/b");
  await sandbox.admin("POST", "/reset");
  expect((await sandbox.admin("GET", "/snapshots")).body).toEqual([
    { name: "a", at: "2026-01-01T00:00:00.000Z" },
    { name: "b", at: "2026-01-01T00:00:01.000Z" },
  ]);
  expect((await sandbox.admin("POST", "/snapshots/b/restore")).status).toBe(200);
  expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2026-01-01T00:00:01.000Z");
});

test("a snapshot that does not exist gets 404 and changes nothing, a name out of bounds 400", async () => {
  const before = await everything();
  expect((await sandbox.admin("POST", "/snapshots/none/restore")).status).toBe(404);
  expect((await sandbox.admin("POST", "/snapshots/a%20b")).status).toBe(400);
  expect(await everything()).toEqual(before);
});

test("a reset goes back to the seed: same accounts, same ids, same key, the clock where it started", async () => {
  const before = await everything();
  await change();
  expect((await sandbox.admin("POST", "/reset")).body).toEqual({ now: "2026-01-01T00:00:00.000Z" });
  expect(await everything()).toEqual(before);
  expect((await sandbox.call("GET", "/v1/api-keys")).body).toMatchObject({ total: 0 });
  expect((await sandbox.call("GET", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`)).body.status).toBe("active");
});
