import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../../sandbox/options";
import { operationsFor } from "../../../sandbox/routes";
import { type Harness, start, stopAll } from "../harness";
import { payments } from "../payments";
import { lookInto, wholeState } from "../stored";
import { plan, subscribing } from "../subscribing";

/** A call that succeeds, of each operation; `{{kind}}` is the id of something that is there. */
const calls: Record<string, object | undefined> = {
  "GET /v1/api-keys": undefined,
  "POST /v1/api-keys": { type: "secret" },
  "PATCH /v1/api-keys/{key}": { name: "Renamed" },
  "DELETE /v1/api-keys/{key}": undefined,
  "GET /v1/webhook-endpoints/{endpoint}": undefined,
  "PATCH /v1/webhook-endpoints/{endpoint}": { status: "active" },
  "GET /v1/events": undefined,
  "GET /v1/accounts": undefined,
  "POST /v1/customers": { email: "ada@example.com" },
  "PUT /v1/payment-methods/{token}/attach": { customer_id: "{customer}" },
  "POST /v1/payment-intents": { amount: 100, currency: "usd" },
  "POST /v1/payment-intents/{intent}/confirm": { payment_method_id: "{attached}" },
  "POST /v1/subscriptions": { ...plan, customer_id: "{customer}", payment_method_id: "{attached}" },
  "POST /v1/subscriptions/{subscription}/confirm": {},
};
const effects = ["reset", "status", "timeout", "truncate", "slow"] as const;

let folder: string;
let sandbox: Harness;
let ids: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "faults-"));
  sandbox = await start({ data: join(folder, "data.db"), seed: "faults" });
  const paying = payments(sandbox);
  const { payer, subscribe, move } = subscribing(sandbox);
  const { customer_id: customer, payment_method_id: attached } = await payer();
  const subscription = (await subscribe()).id;
  await move(subscription, "require-confirmation");
  const endpoint = sandbox.webhookEndpointId;
  await sandbox.admin("PATCH", `/webhook-endpoints/${endpoint}`, { status: "inactive" });
  const key = (await sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } })).body.id;
  const made = { customer, attached, subscription, endpoint, key };
  ids = { ...made, token: await paying.token(), intent: await paying.intent() };
  await sandbox.advance({ seconds: 60 });
  await sandbox.admin("DELETE", "/requests");
  await sandbox.admin("POST", "/snapshots/before");
});
afterAll(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

const named = (text: string): string => text.replace(/\{(\w+)\}/g, (_all, kind: string) => ids[kind]!);

/** Everything that is stored. Numbers of jobs go on counting when a snapshot is restored, and are shown nowhere. */
const stored = (): string[] =>
  lookInto(join(folder, "data.db"), wholeState).map((row) => row.replace(/^jobs \{"seq":\d+,/, "jobs {"));

/** Calls once, and waits until the call is over or as far as it ever gets; answers the status, or that there was none. */
async function outcomeOf(name: string): Promise<number | "none"> {
  const [method = "", path = ""] = name.split(" ");
  const body = calls[name];
  const abort = new AbortController();
  const answer = fetch(sandbox.url + named(path), {
    method,
    headers: {
      "payments-api-key": sandbox.apiKey,
      "payments-account": sandbox.accountId,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: named(JSON.stringify(body)) } : {}),
    signal: abort.signal,
  }).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => "none" as const,
  );
  let over = false;
  const settled = answer
    .catch(() => "none" as const)
    .finally(() => {
      over = true;
    });
  while (!over) {
    if ((await sandbox.admin("GET", "/requests")).body.some(isHeld)) abort.abort();
  }
  return settled;
}

function isHeld({ fault, status }: { fault: string | null; status: number | null }): boolean {
  return status === null && (fault?.startsWith("timeout") ?? false);
}

test("the table has a call of each operation", () => {
  const served = operationsFor(readOptions({})).map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(calls).map((name) => name.replace(/\{\w+\}/, "{id}"))).toEqual(served);
});

describe.each(Object.keys(calls))("faults at %s", (name) => {
  const operation = name.replace(/\{\w+\}/, "{id}");
  const restored = () => sandbox.admin("POST", "/snapshots/before/restore");

  test("before the commit leave everything as it was, and after it as if the call had been answered", async () => {
    await restored();
    const before = stored();
    expect(await outcomeOf(name)).toBe(operationStatus(operation));
    const after = stored();
    expect(after).not.toEqual(before);
    for (const at of ["before", "after"] as const) {
      for (const effect of effects) {
        await restored();
        await sandbox.admin("POST", "/faults", { operation, at, effect, ...(effect === "slow" ? { ms: 1 } : {}) });
        const answered = await outcomeOf(name);
        const expected = effect === "slow" ? operationStatus(operation) : effect === "status" ? 500 : "none";
        expect([at, effect, answered]).toEqual([at, effect, expected]);
        expect(stored()).toEqual(at === "before" && effect !== "slow" ? before : after);
        expect((await sandbox.admin("GET", "/faults")).body).toEqual([expect.objectContaining({ seen: 1, struck: 1 })]);
      }
    }
  });
});

function operationStatus(name: string): number {
  return operationsFor(readOptions({})).find(({ method, path }) => `${method} ${path}` === name)!.status;
}
