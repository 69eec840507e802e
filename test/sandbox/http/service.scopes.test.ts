import { connect } from "node:net";
import { type OperationScope, operationScopeSchema } from "../../../sandbox/objects/scopes";
import { readOptions } from "../../../sandbox/options";
import { operationsFor } from "../../../sandbox/routes";
import { type Harness, start, stopAll } from "../harness";
import { readAnswer } from "../raw";

/**
 * What each operation needs: the document shows none of it, so each row is the assumption that it names. `open` means that publishable
 * keys reach it.
 */
const table: Record<string, { scope: OperationScope; assumed: "scope-table" | "scope-names"; open?: true }> = {
  "GET /v1/api-keys": { scope: "api_keys:read", assumed: "scope-table" },
  "POST /v1/api-keys": { scope: "api_keys:write", assumed: "scope-table" },
  "PATCH /v1/api-keys/{id}": { scope: "api_keys:write", assumed: "scope-table" },
  "DELETE /v1/api-keys/{id}": { scope: "api_keys:write", assumed: "scope-table" },
  "GET /v1/accounts": { scope: "accounts:read", assumed: "scope-table" },
  "GET /v1/events": { scope: "events:read", assumed: "scope-names" },
  "GET /v1/webhook-endpoints/{id}": { scope: "webhook_endpoints:read", assumed: "scope-names" },
  "PATCH /v1/webhook-endpoints/{id}": { scope: "webhook_endpoints:write", assumed: "scope-names" },
  "POST /v1/customers": { scope: "customers:write", assumed: "scope-names" },
  "PUT /v1/payment-methods/{id}/attach": { scope: "payment_methods:write", assumed: "scope-names" },
  "POST /v1/payment-intents": { scope: "payment_intents:write", assumed: "scope-names" },
  "POST /v1/payment-intents/{id}/confirm": { scope: "payment_intents:write", assumed: "scope-names", open: true },
  "POST /v1/subscriptions": { scope: "subscriptions:write", assumed: "scope-names" },
  "POST /v1/subscriptions/{id}/confirm": { scope: "subscriptions:write", assumed: "scope-names" },
};
/** Scopes that the document names and no operation needs are worth nothing anywhere. */
const worthless = [
  "accounts:write",
  "accounts:delete",
  "apple_pay_domains:read",
  "apple_pay_domains:write",
  "probe:read",
];
const scopes = [...operationScopeSchema.options, ...worthless];
const names = Object.keys(table);

let sandbox: Harness;
beforeAll(async () => {
  sandbox = await start();
});
afterAll(stopAll);

const keyOf = async (body: object): Promise<{ id: string; value: string }> =>
  (await sandbox.admin("POST", "/api-keys", { account_id: sandbox.accountId, type: "secret", ...body })).body;

/** Calls an operation with a key and answers the status and the code of the refusal. What is asked for is nothing that exists. */
async function outcome(
  name: string,
  value: string,
): Promise<{ status: number; code: string | undefined; message: string }> {
  const [method = "", template = ""] = name.split(" ");
  const { status, body } = await sandbox.call(method, template.replace("{id}", "nobody"), {
    headers: { "payments-api-key": value },
    ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
  });
  return { status, code: body?.error?.code, message: body?.error?.message ?? "" };
}

const refusals = ["missing_scope", "key_type_not_allowed"];
/** Operations that a key gets into, whatever comes of it there. */
async function reachedWith(value: string): Promise<string[]> {
  const reached: string[] = [];
  for (const name of names) if (!refusals.includes((await outcome(name, value)).code ?? "")) reached.push(name);
  return reached;
}

test("the table has every operation, its scope, and the assumption that the row is", () => {
  const served = operationsFor(readOptions({})).map((operation) => [
    `${operation.method} ${operation.path}`,
    { scope: operation.scope, ...(operation.keys === "any" ? { open: true } : {}), named: operation.assumptions },
  ]);
  const expected = Object.entries(table).map(([name, { assumed, ...row }]) => [
    name,
    { ...row, named: expect.arrayContaining([assumed]) },
  ]);
  expect(Object.fromEntries(served)).toEqual(Object.fromEntries(expected));
});

test("every scope that the sandbox knows is needed by an operation", () => {
  expect([...new Set(Object.values(table).map(({ scope }) => scope))].sort()).toEqual(
    [...operationScopeSchema.options].sort(),
  );
});

test.each(scopes)("a key with %s alone reaches exactly the operations that need it", async (scope) => {
  const { value } = await keyOf({ scopes: [scope] });
  expect(await reachedWith(value)).toEqual(names.filter((name) => table[name]!.scope === scope));
});

test.each(names)(
  "%s is refused to a key with every scope but its own, and the refusal names that one",
  async (name) => {
    const { scope } = table[name]!;
    const { value } = await keyOf({ scopes: scopes.filter((other) => other !== scope) });
    expect(await outcome(name, value)).toEqual({
      status: 403,
      code: "missing_scope",
      message: `The API key lacks the scope ${scope}, which ${name} needs.`,
    });
  },
);

test('a key with ["*"], also the one made without scopes, reaches everything', async () => {
  for (const body of [{}, { scopes: ["*"] }, { scopes: ["probe:read", "*"] }])
    expect(await reachedWith((await keyOf(body)).value)).toEqual(names);
});

test.each([undefined, ["*"], ["api_keys:read"], ["payment_intents:write"]])(
  "a publishable key made with scopes %j reaches its small set, and no more and no less",
  async (given) => {
    const { value } = await keyOf({ type: "publishable", ...(given ? { scopes: given } : {}) });
    expect(await reachedWith(value)).toEqual(names.filter((name) => table[name]!.open));
    expect((await outcome("GET /v1/api-keys", value)).code).toBe("key_type_not_allowed");
  },
);

test("a change of scopes holds from the next request on", async () => {
  const { id, value } = await keyOf({ scopes: ["events:read"] });
  await sandbox.admin("PATCH", `/api-keys/${id}`, { scopes: ["accounts:read"] });
  expect(await reachedWith(value)).toEqual(["GET /v1/accounts"]);
});

test.each(names)("%s notes the time of the clock in last_used, also where it refuses", async (name) => {
  const lastUsed = async (id: string) =>
    (await sandbox.admin("GET", "/api-keys")).body.find((key: { id: string }) => key.id === id).last_used;
  const { id, value } = await keyOf({ scopes: ["probe:read"] });
  expect(await lastUsed(id)).toBeUndefined();
  const { to } = await sandbox.advance({ seconds: 90 });
  expect((await outcome(name, value)).status).toBe(403);
  expect(await lastUsed(id)).toBe(to);
});

test.each(["DELETE /v1/api-keys/{id}", "DELETE /_sandbox/api-keys/{id}"])(
  "a key is dead everywhere from the moment that %s deletes it",
  async (name) => {
    const { id, value } = await keyOf({});
    expect(await reachedWith(value)).toEqual(names);
    const path = name.replace("DELETE ", "").replace("{id}", id);
    const deleted = path.startsWith("/v1")
      ? await sandbox.call("DELETE", path)
      : await sandbox.admin("DELETE", path.slice(9));
    expect(deleted.status).toBe(204);
    for (const operation of names)
      expect(await outcome(operation, value)).toMatchObject({ status: 401, code: "invalid_api_key" });
  },
);

test("a key that deletes itself is dead after its own answer", async () => {
  const { id, value } = await keyOf({});
  const headers = { "payments-api-key": value };
  expect((await sandbox.call("DELETE", `/v1/api-keys/${id}`, { headers })).status).toBe(204);
  expect((await sandbox.call("DELETE", `/v1/api-keys/${id}`, { headers })).status).toBe(401);
});

test("a deletion amid many requests lets through what came before it, and nothing that comes after", async () => {
  const { id, value } = await keyOf({});
  const order: string[] = [];
  const use = () => outcome("GET /v1/accounts", value).then(({ status }) => order.push(String(status)));
  const remove = () => sandbox.call("DELETE", `/v1/api-keys/${id}`).then(() => order.push("deleted"));
  await Promise.all([...Array.from({ length: 10 }, use), remove(), ...Array.from({ length: 10 }, use)]);
  await use();
  expect(order.at(-1)).toBe("401");
  expect(
    (await sandbox.admin("GET", "/requests")).body.filter((seen: { key_id: string }) => seen.key_id === id).length,
  ).toBe(order.filter((each) => each === "200").length);
});

test.each([
  ["deleted", async (id: string) => sandbox.admin("DELETE", `/api-keys/${id}`), 401, "invalid_api_key"],
  [
    "narrowed",
    async (id: string) => sandbox.admin("PATCH", `/api-keys/${id}`, { scopes: ["customers:write"] }),
    403,
    "missing_scope",
  ],
  ["renamed", async (id: string) => sandbox.admin("PATCH", `/api-keys/${id}`, { name: "Other" }), 201, undefined],
] as const)(
  "a key that is %s while the body of its request is under way does what it may then",
  async (_how, change, status, code) => {
    const { id, value } = await keyOf({ scopes: ["api_keys:write"] });
    const body = '{"type":"publishable"}';
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
    const answer = new Promise<string>((resolve) => socket.setEncoding("utf8").once("data", resolve));
    const head = [
      "POST /v1/api-keys HTTP/1.1",
      "host: localhost",
      `payments-api-key: ${value}`,
      `payments-account: ${sandbox.accountId}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
    ];
    await sandbox.admin("DELETE", "/requests");
    socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 5)}`);
    while ((await sandbox.admin("GET", "/requests")).body.length === 0);
    expect((await change(id)).status).toBeLessThan(300);
    socket.write(body.slice(5));
    const answered = readAnswer(await answer);
    socket.destroy();
    expect([answered.status, JSON.parse(answered.body).error?.code]).toEqual([status, code]);
  },
);
