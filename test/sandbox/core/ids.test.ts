import { withoutKeyValues } from "../../../sandbox/core/ids";
import { type Harness, start, stopAll } from "../harness";

afterEach(stopAll);

const history = async (sandbox: Harness) => {
  const made = [];
  for (const type of ["secret", "publishable"])
    made.push((await sandbox.call("POST", "/v1/api-keys", { body: { type } })).body);
  await sandbox.admin("POST", "/events", { type: "t", account_id: sandbox.accountId });
  await sandbox.call("PATCH", `/v1/webhook-endpoints/${sandbox.webhookEndpointId}`, { body: { status: "active" } });
  return {
    made,
    events: (await sandbox.call("GET", "/v1/events")).body,
    log: (await sandbox.admin("GET", "/requests")).body,
  };
};

test("the same seed and the same calls give the same ids, values, records and log, to the byte", async () => {
  const [one, two] = [await start({ seed: "s" }), await start({ seed: "s" })];
  expect([one.apiKey, one.accountId]).toEqual([two.apiKey, two.accountId]);
  expect(JSON.stringify(await history(one))).toBe(JSON.stringify(await history(two)));
});

test("without a seed no two sandboxes share an account, an id or a value", async () => {
  const [one, two] = [await start(), await start()];
  const [here, there] = [await history(one), await history(two)];
  expect(one.accountId).not.toBe(two.accountId);
  expect(one.apiKey).not.toBe(two.apiKey);
  for (const index of [0, 1]) {
    expect(here.made[index].id).not.toBe(there.made[index].id);
    expect(here.made[index].value).not.toBe(there.made[index].value);
  }
});

test("what looks like a key value is taken out of texts, whatever surrounds it", () => {
  expect(withoutKeyValues("a sk_sandbox_00ff, b=pk_sandbox_12/c")).toBe(
    "a sk_sandbox_[redacted], b=pk_sandbox_[redacted]/c",
  );
});
