import assert from "node:assert/strict";
import { once } from "node:events";
import { afterEach, beforeEach, test } from "node:test";
import { createSandbox } from "pulumi-payments-sandbox";
import { createReceiver } from "./receiver.js";

const hour = 3_600;
const day = 24 * hour;

let sandbox;
let receiver;
let handled;
let isBroken;

beforeEach(async () => {
  sandbox = await createSandbox({ clock: "manual" });
  handled = [];
  isBroken = false;
  receiver = createReceiver((event) => {
    if (isBroken) throw new Error("the database is away");
    handled.push(event.data.payout);
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const url = `http://127.0.0.1:${receiver.address().port}/`;
  await admin("PATCH", `/webhook-endpoints/${sandbox.webhookEndpointId}`, { url });
});

afterEach(async () => {
  await sandbox.close();
  receiver.close();
  receiver.closeAllConnections();
});

/** Somebody else than the program under test: the bank, the colleague in the dashboard. */
async function admin(method, path, body) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${sandbox.adminToken}` };
  const response = await fetch(sandbox.adminUrl + path, { method, headers, body: JSON.stringify(body) });
  assert.ok(response.ok, await response.clone().text());
  return response.json();
}

const payout = (number) =>
  admin("POST", "/events", { type: "payout.paid", account_id: sandbox.accountId, data: { payout: number } });

async function reenable() {
  const response = await fetch(`${sandbox.url}/v1/webhook-endpoints/${sandbox.webhookEndpointId}`, {
    method: "PATCH",
    headers: {
      "content-type": "application/json",
      "payments-api-key": sandbox.apiKey,
      "payments-account": sandbox.accountId,
    },
    body: JSON.stringify({ status: "active" }),
  });
  return (await response.json()).status;
}

test("an event is handled at once", async () => {
  await payout(1);
  await sandbox.advance({ seconds: 0 });
  assert.deepEqual(handled, [1]);
});

test("an event that could not be handled comes again, and is handled once", async () => {
  isBroken = true;
  await payout(1);
  await sandbox.advance({ seconds: hour });
  isBroken = false;
  const { attempts } = await sandbox.advance({ seconds: day });
  assert.equal(attempts, 1);
  assert.deepEqual(handled, [1]);
});

test("after five days of outage, what arrived during it is replayed in its order", async () => {
  isBroken = true;
  await payout(0);
  const { transitions } = await sandbox.advance({ seconds: 3 * day });
  assert.deepEqual(
    transitions.map(({ from, to }) => `${from} to ${to}`),
    ["active to inactive"],
  );
  for (const number of [1, 2, 3]) await payout(number);
  await sandbox.advance({ seconds: 2 * day });
  isBroken = false;
  assert.equal(await reenable(), "pending");
  await sandbox.advance({ seconds: 60 });
  assert.deepEqual(handled, [0, 1, 2, 3]);
});
