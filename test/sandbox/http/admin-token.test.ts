import crypto from "node:crypto";
import diagnostics from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";
import { withoutToken } from "../../../sandbox/http/admin-token";
import { type Harness, start, stopAll } from "../harness";
import { readAnswer, speak } from "../raw";

/** Every route of the server, as Fastify itself was told of it. */
const routes: { method: string; url: string }[] = [];
const collect = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });

let sandbox: Harness;
beforeAll(async () => {
  diagnostics.subscribe("fastify.initialization", collect);
  sandbox = await start();
  diagnostics.unsubscribe("fastify.initialization", collect);
});
afterAll(stopAll);

const service = () => routes.filter(({ url }) => url.startsWith("/v1/"));
const guarded = () => routes.filter(({ method, url }) => !url.startsWith("/v1/") && !withoutToken[`${method} ${url}`]);
const call = async ({ method, url }: { method: string; url: string }, headers: Record<string, string> = {}) => {
  const path = url.replace(/:\w+/g, "x");
  const body = method === "GET" || method === "DELETE" ? {} : { body: "{}" };
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { ...("body" in body ? { "content-type": "application/json" } : {}), ...headers },
    ...body,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

test("the table of routes is that of the whole sandbox", () => {
  expect(service().length).toBeGreaterThanOrEqual(14);
  expect(guarded().length).toBeGreaterThan(30);
});

test("every route outside /v1 needs the admin token, but for those that are listed", async () => {
  for (const route of guarded()) {
    for (const headers of [
      {},
      { authorization: "Bearer wrong" },
      { authorization: sandbox.adminToken },
      { authorization: `Basic ${sandbox.adminToken}` },
      { authorization: `Bearer ${sandbox.adminToken}x` },
      { authorization: `Bearer ${sandbox.adminToken.slice(0, -1)}` },
      { authorization: `Bearer ${sandbox.adminToken} ${sandbox.adminToken}` },
      { "payments-api-key": sandbox.apiKey, "payments-account": sandbox.accountId },
    ] as Record<string, string>[]) {
      const { status, text } = await call(route, headers);
      expect([route, headers, status, JSON.parse(text).error.code]).toEqual([
        route,
        headers,
        401,
        "invalid_admin_token",
      ]);
    }
    const query = await call({ ...route, url: `${route.url}?authorization=Bearer%20${sandbox.adminToken}` });
    expect([route, query.status]).toEqual([route, 401]);
  }
});

test("every route of /v1 needs a key", async () => {
  for (const route of service()) {
    for (const headers of [{}, { authorization: `Bearer ${sandbox.adminToken}` }] as Record<string, string>[]) {
      const { status, text } = await call(route, headers);
      expect([route, status, JSON.parse(text).error.code]).toEqual([route, 401, "missing_api_key"]);
    }
  }
});

test("what is listed as open exists, says why it is, and holds no data", async () => {
  const names = routes.map(({ method, url }) => `${method} ${url}`);
  expect(Object.keys(withoutToken).filter((name) => !names.includes(name))).toEqual([]);
  const { adminToken, apiKey, accountId, partnerAccountId, webhookEndpointId } = sandbox;
  for (const [name, why] of Object.entries(withoutToken)) {
    expect(why).toMatch(/\w+ \w+/);
    const [method = "", url = ""] = name.split(" ");
    const { text } = await call({ method, url });
    for (const secret of [adminToken, apiKey, accountId, partnerAccountId, webhookEndpointId])
      expect([name, text.includes(secret)]).toEqual([name, false]);
  }
});

test.each(["/_sandbox/clock", "/%5Fsandbox/clock", "/_sandbox/%63lock", "/_sandbox/clock?x", "/_sandbox/nothing"])(
  "%s needs the token, however it is spelled",
  async (path) => {
    const text = await speak(sandbox.url, `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(readAnswer(text).status).toBe(401);
  },
);

test.each(["//_sandbox/clock", "/_sandbox//clock", "/_SANDBOX/clock", "/x/../_sandbox/clock", "/_sandbox/clock/"])(
  "%s is nothing, with and without the token",
  async (path) => {
    for (const token of ["", `authorization: Bearer ${sandbox.adminToken}\r\n`]) {
      const text = await speak(
        sandbox.url,
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${token}connection: close\r\n\r\n`,
      );
      expect([401, 404]).toContain(readAnswer(text).status);
      expect(text).not.toContain("2026-01-01T00");
    }
  },
);

test("the word Bearer may be written in any case, and the token not", async () => {
  const status = async (authorization: string) =>
    (await call({ method: "GET", url: "/_sandbox/clock" }, { authorization })).status;
  expect(await status(`bearer ${sandbox.adminToken}`)).toBe(200);
  expect(await status(`BEARER  ${sandbox.adminToken}`)).toBe(200);
  expect(await status(`Bearer ${sandbox.adminToken.toUpperCase()}`)).toBe(401);
});

test("the token, and the values of keys, are compared in a time that says nothing of them", async () => {
  const compare = jest.spyOn(crypto, "timingSafeEqual");
  try {
    await call({ method: "GET", url: "/_sandbox/clock" }, { authorization: "Bearer x" });
    await sandbox.call("GET", "/v1/api-keys");
    const lengths = compare.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength]);
    // Hashes of one length, whatever was sent.
    expect(lengths).toEqual([
      [32, 32],
      [32, 32],
    ]);
  } finally {
    compare.mockRestore();
  }
});

test("no answer opens the sandbox to pages of other origins", async () => {
  for (const route of [
    ...routes,
    { method: "OPTIONS", url: "/v1/api-keys" },
    { method: "OPTIONS", url: "/_sandbox/clock" },
  ]) {
    const { headers } = await call(route, {
      origin: "https://attacker.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
      authorization: `Bearer ${sandbox.adminToken}`,
    });
    expect([route, [...headers.keys()].filter((name) => name.startsWith("access-control-"))]).toEqual([route, []]);
  }
});
