import { happenings } from "../happenings";
import { type Harness, type Reply, start, stopAll } from "../harness";
import { payments } from "../payments";
import { subscribing } from "../subscribing";
import { Checker, type Document } from "./checker";

let sandbox: Harness;
let checker: Checker;
const seen = new Set<string>();

beforeAll(async () => {
  sandbox = await start();
  checker = new Checker((await sandbox.call("GET", "/openapi.json")).body as Document);
});
afterAll(stopAll);

/** Calls an operation and holds the answer against the document; answers the body. */
async function call(
  name: string,
  id: string,
  body?: unknown,
  headers: Record<string, string | undefined> = {},
): Promise<Reply["body"]> {
  const [method = "", template = ""] = name.split(" ");
  const path = template.replace("{id}", id);
  const reply = await sandbox.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
  expect([reply.status, checker.answer(method, template.split("?")[0]!, reply)]).toEqual([reply.status, undefined]);
  seen.add(`${method} ${template.split("?")[0]} ${reply.status}`);
  return reply.body;
}

test("what every operation answers when it succeeds is what the document says", async () => {
  const world = happenings(sandbox);
  await world.emit();
  const paying = payments(sandbox);
  for (const type of ["secret", "publishable"]) {
    const key = await call("POST /v1/api-keys", "", { type, name: type, scopes: ["accounts:read"] });
    await call("PATCH /v1/api-keys/{id}", key.id, { name: "renamed" });
    await call("GET /v1/accounts", "", undefined, {
      "payments-api-key": type === "secret" ? key.value : sandbox.apiKey,
    });
    await call("GET /v1/api-keys", "");
    if (type === "secret") await call("DELETE /v1/api-keys/{id}", key.id);
  }
  await call("GET /v1/accounts", "", undefined, { "payments-account": sandbox.partnerAccountId });
  await call("GET /v1/events", "");
  await call("GET /v1/webhook-endpoints/{id}", sandbox.webhookEndpointId);
  await call("PATCH /v1/webhook-endpoints/{id}", sandbox.webhookEndpointId, { status: "active" });
  await call("POST /v1/customers", "", {});
  const customer = await call("POST /v1/customers", "", {
    email: "ada@example.com",
    metadata: { plan: "x", n: 1, b: true },
  });
  const method = await paying.token({ billing_details: { name: "Ada", address: { zip: "1", country: "SE" } } });
  await call("PUT /v1/payment-methods/{id}/attach", method, { customer_id: customer.id });
  const intent = await call("POST /v1/payment-intents", "", {
    amount: 100,
    currency: "usd",
    payment_method_types: ["card"],
  });
  await call("POST /v1/payment-intents/{id}/confirm", intent.id, { payment_method_id: method });
  const subscription = await call("POST /v1/subscriptions", "", {
    customer_id: customer.id,
    payment_method_id: method,
    currency: "usd",
    price: 500,
    interval_unit: "month",
    interval_count: 1,
    billing_cycle_anchor: "2026-01-31",
  });
  await subscribing(sandbox).move(subscription.id, "require-confirmation");
  await call("POST /v1/subscriptions/{id}/confirm", subscription.id);
  const successes = Object.entries(checker.document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([verb, { responses }]) =>
      Object.keys(responses)
        .filter((status) => status.startsWith("2"))
        .map((status) => `${verb.toUpperCase()} ${path} ${status}`),
    ),
  );
  expect([...seen].sort()).toEqual(successes.sort());
});

test("what every operation answers when it refuses is described too", async () => {
  for (const [path, item] of Object.entries(checker.document.paths)) {
    for (const method of Object.keys(item)) {
      const name = `${method.toUpperCase()} ${path}`;
      const body = method === "get" ? undefined : {};
      await call(name, "nobody", body, { "payments-api-key": undefined });
      await call(name, "nobody", body, { "payments-account": "acct_nobody" });
      await call(name, "nobody", body, { "payments-account": undefined });
      if (method !== "get") {
        await call(name, "nobody", "{");
        await call(name, "nobody", JSON.stringify({ x: "x".repeat(1_048_576) }));
        await call(name, "nobody", "{}", { "content-type": "text/plain" });
      }
    }
  }
});

test("a card that is declined, a token that is no good and what is done already are described", async () => {
  const paying = payments(sandbox);
  const confirm = "POST /v1/payment-intents/{id}/confirm";
  const intent = await paying.intent();
  const declined = await paying.token({ behaviour: "decline" });
  expect((await call(confirm, intent, { payment_method_id: declined })).error.code).toBe("card_declined");
  expect((await call(confirm, intent, { payment_method_id: "pm_nobody" })).error.code).toBe("invalid_payment_method");
  await call(confirm, intent, { payment_method_id: await paying.token() });
  const again = await call(confirm, intent, { payment_method_id: await paying.token() });
  expect(again.error.code).toBe("payment_intent_succeeded");
  const [one, other, method] = [await paying.customer(), await paying.customer(), await paying.token()];
  const attach = "PUT /v1/payment-methods/{id}/attach";
  await call(attach, method, { customer_id: one });
  expect((await call(attach, method, { customer_id: other })).error.code).toBe("payment_method_attached");
  const { id } = await subscribing(sandbox).subscribe();
  expect((await call("POST /v1/subscriptions/{id}/confirm", id)).error.code).toBe("wrong_subscription_status");
});

test("a webhook is what the document says of it", async () => {
  const world = happenings(sandbox);
  const receiver = await world.script({ status: 200 });
  await world.emit();
  await sandbox.advance({ seconds: 1 });
  const [received] = await world.received(receiver);
  const place = ["webhooks", "event", "post", "requestBody", "content", "application/json", "schema"];
  expect(checker.value(received!.body, ...place)).toBeUndefined();
  expect(checker.value({ ...received!.body, delivery_status: null }, ...place)).toContain("additional properties");
});

test("an answer that is not as described would be found", async () => {
  const page = (await sandbox.call("GET", "/v1/api-keys")).body;
  const judge = (body: unknown, status = 200) => checker.answer("GET", "/v1/api-keys", { status, body });
  expect(judge(page)).toBeUndefined();
  expect(judge({ ...page, total: "5" })).toContain("must be number");
  expect(judge({ ...page, items: [{ id: "key_1" }] })).toContain("must have required property");
  expect(judge({ ...page, more: 1 })).toContain("additional properties");
  expect(judge({}, 402)).toContain("describes no 402");
});
