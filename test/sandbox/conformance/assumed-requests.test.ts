import { stopAll } from "../harness";
import { accepted, type Scene, scene } from "./scene";

let service: Scene;
beforeEach(async () => {
  service = await scene();
});
afterEach(stopAll);

const createKey = (body: object) => service.call("POST", "/v1/api-keys", { body: { type: "secret", ...body } });
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;

test("a name has 1 to 255 characters, none of them a control character", async () => {
  for (const name of ["x", "x".repeat(255), "Ключ 🔑"]) expect(await statusOf(createKey({ name }))).toBe(201);
  for (const name of ["", "x".repeat(256), "a\nb", "a\u0000b"]) expect(await statusOf(createKey({ name }))).toBe(400);
});

test("scopes that are given twice are kept once", async () => {
  const { scopes } = await service.key({ type: "secret", scopes: ["a:read", "b:read", "a:read"] });
  expect(scopes).toEqual(["a:read", "b:read"]);
});

test("a publishable key shows all scopes, whatever was sent", async () => {
  const { id, scopes } = await service.key({ type: "publishable", scopes: ["accounts:read"] });
  const body = { scopes: ["accounts:read"] };
  const updated = accepted(await service.call("PATCH", `/v1/api-keys/${id}`, { body }));
  expect([scopes, updated.scopes]).toEqual([["*"], ["*"]]);
});

test("a list without limit holds twenty items, or the maximum if that is less", async () => {
  for (const [options, held] of [
    [{}, 20],
    [{ pageMax: 7 }, 7],
  ] as const) {
    service = await scene(options);
    for (let count = 0; count < 22; count++) await service.key();
    const { limit, items } = accepted(await service.call("GET", "/v1/api-keys"));
    expect([limit, items.length]).toEqual([held, held]);
  }
});

test("fields and parameters that an operation does not have are refused, and so is what is no whole number", async () => {
  expect(await statusOf(createKey({ colour: "red" }))).toBe(400);
  for (const query of [
    "colour=red",
    "limit=0",
    "limit=-1",
    "limit=%2B1",
    "limit=1.5",
    "limit=",
    "offset=-1",
    "offset=x",
  ])
    expect([query, await statusOf(service.call("GET", `/v1/api-keys?${query}`))]).toEqual([query, 400]);
});

test("a body has at most 1 MiB, 32 levels and texts of 100,000 characters; headers have at most 16 KiB", async () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
  const customer = (body: unknown) => statusOf(service.call("POST", "/v1/customers", { body }));
  expect(await customer({ metadata: { a: "x".repeat(1_048_576) } })).toBe(413);
  expect(await customer({ metadata: nested(40) })).toBe(400);
  expect(await customer({ first_name: "x".repeat(100_001) })).toBe(400);
  expect(await customer('{"__proto__":{"email":"ada@example.com"}}')).toBe(400);
  expect(await customer('{"metadata":{"a":1e999}}')).toBe(400);
  const headers = { "x-long": "x".repeat(16_384) };
  expect(await statusOf(service.call("GET", "/v1/api-keys", { headers }))).toBe(431);
});

test("an account of somebody else and one that does not exist are refused alike", async () => {
  const partner = accepted(await service.admin("POST", "/accounts", { kind: "partner" })).id;
  const answers = [];
  for (const account of [partner, "acct_nobody"]) {
    const { status, body } = await service.call("GET", "/v1/accounts", { headers: { "payments-account": account } });
    answers.push([status, body.error.code, body.error.message.replace(account, "…")]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.slice(0, 2)).toEqual([403, "account_not_accessible"]);
});

test("webhook endpoints and events take a merchant's id, or the partner's by an option", async () => {
  for (const endpointAccount of ["merchant", "partner"] as const) {
    service = await scene({ endpointAccount });
    const statusFor = (account: string, path: string) =>
      statusOf(service.call("GET", path, { headers: { "payments-account": account } }));
    for (const path of [`/v1/webhook-endpoints/${service.webhookEndpointId}`, "/v1/events"]) {
      const found = [await statusFor(service.accountId, path), await statusFor(service.partnerAccountId, path)];
      expect(found).toEqual(endpointAccount === "merchant" ? [200, 403] : [403, 200]);
    }
  }
});

test("a webhook endpoint can be read, one that does not exist is 404, unless an option leaves that out", async () => {
  const read = (id: string) => statusOf(service.call("GET", `/v1/webhook-endpoints/${id}`));
  expect([await read(service.webhookEndpointId), await read("we_nobody")]).toEqual([200, 404]);
  service = await scene({ without: ["webhook-endpoint-read"] });
  expect([await read(service.webhookEndpointId), await read("we_nobody")]).toEqual([405, 405]);
});

test("a fault answers 429 where a rate limit would", async () => {
  const operation = "GET /v1/api-keys";
  const headers = { "retry-after": "2" };
  const fault = { operation, from: 1, count: 1, at: "before", effect: "status", status: 429, headers };
  accepted(await service.admin("POST", "/faults", fault));
  const limited = await service.call("GET", "/v1/api-keys");
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "2"]);
  expect(await statusOf(service.call("GET", "/v1/api-keys"))).toBe(200);
});
