import { type Harness, start, stopAll } from "../harness";
import { speak } from "../raw";

let sandbox: Harness;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(stopAll);

const operation = "POST /v1/api-keys";
const arm = async (fault: object) => {
  const reply = await sandbox.admin("POST", "/faults", { operation, ...fault });
  expect(reply.status).toBe(201);
  return reply.body;
};
const create = () => sandbox.call("POST", "/v1/api-keys", { body: { type: "secret" } });
const keys = async () => (await sandbox.admin("GET", `/api-keys?account_id=${sandbox.accountId}`)).body.length;
const logged = async () => (await sandbox.admin("GET", "/requests")).body;

describe.each([
  ["before", 0],
  ["after", 1],
] as const)("a fault %s the commit leaves %i keys", (at, made) => {
  test("when it resets the connection", async () => {
    await arm({ at, effect: "reset" });
    await expect(create()).rejects.toThrow();
    expect(await keys()).toBe(made);
    expect(await logged()).toEqual([expect.objectContaining({ operation, status: null, fault: `reset ${at}` })]);
  });

  test("when it answers another status", async () => {
    await arm({ at, effect: "status", status: 503, headers: { "Retry-After": "7" } });
    const reply = await create();
    expect([reply.status, reply.headers.get("retry-after"), reply.body.error.code]).toEqual([
      503,
      "7",
      "injected_fault",
    ]);
    expect(await keys()).toBe(made);
  });

  test("when it answers a page of HTML as a proxy would", async () => {
    await arm({ at, effect: "status", status: 502, body: "<html>Bad Gateway</html>" });
    const reply = await create();
    expect([reply.status, reply.headers.get("content-type"), reply.body]).toEqual([
      502,
      "text/html; charset=utf-8",
      "<html>Bad Gateway</html>",
    ]);
    expect(await keys()).toBe(made);
  });

  test("when it never answers", async () => {
    await arm({ at, effect: "timeout" });
    const abort = new AbortController();
    const answer = fetch(`${sandbox.url}/v1/api-keys`, {
      method: "POST",
      headers: {
        "payments-api-key": sandbox.apiKey,
        "payments-account": sandbox.accountId,
        "content-type": "application/json",
      },
      body: '{"type":"secret"}',
      signal: abort.signal,
    });
    const outcome = expect(answer).rejects.toThrow("abort");
    while ((await logged()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await logged()).toEqual([expect.objectContaining({ status: null, fault: `timeout ${at}` })]);
    expect(await keys()).toBe(made);
    abort.abort();
    await outcome;
  });

  test("when it breaks the answer off", async () => {
    await arm({ at, effect: "truncate" });
    await expect(create()).rejects.toThrow();
    expect(await keys()).toBe(made);
  });

  test("except when it is only slow: then the call succeeds", async () => {
    await arm({ at, effect: "slow", ms: 1 });
    expect((await create()).status).toBe(201);
    expect(await keys()).toBe(1);
  });
});

test("a fault strikes from the from-th matching call on, for count calls, and counts what it sees", async () => {
  const fault = await arm({ from: 2, count: 2, effect: "status", status: 500 });
  expect(fault).toEqual({
    id: "fault_1",
    operation,
    from: 2,
    count: 2,
    at: "before",
    effect: "status",
    status: 500,
    seen: 0,
    struck: 0,
  });
  await sandbox.call("GET", "/v1/api-keys");
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await create()).status);
  expect(statuses).toEqual([201, 500, 500, 201, 201]);
  expect((await sandbox.admin("GET", "/faults")).body).toEqual([{ ...fault, seen: 5, struck: 2 }]);
});

test("of two faults that would strike one call, the older does and both count it", async () => {
  await arm({ effect: "status", status: 429 });
  await arm({ count: 2, effect: "status", status: 502 });
  expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([429, 502, 201]);
});

test("DELETE /faults disarms all of them", async () => {
  await arm({ count: 9, effect: "status" });
  expect((await create()).status).toBe(500);
  expect((await sandbox.admin("DELETE", "/faults")).status).toBe(204);
  expect((await create()).status).toBe(201);
});

test("a fault strikes a request that would be refused anyway, and an answer of 204", async () => {
  await arm({ operation: "PUT /v1/api-keys/{id}", effect: "status", status: 404 });
  expect((await sandbox.call("PUT", "/v1/api-keys/key_1", { body: {} })).status).toBe(404);
  const { id } = (await create()).body;
  await arm({ operation: "DELETE /v1/api-keys/{id}", at: "after", effect: "truncate" });
  await expect(sandbox.call("DELETE", `/v1/api-keys/${id}`)).rejects.toThrow();
  expect(await keys()).toBe(0);
});

test("the webhook endpoint's read can be made to fail where the sandbox leaves it out", async () => {
  const blind = await start({ without: ["webhook-endpoint-read"] });
  await blind.admin("POST", "/faults", { operation: "GET /v1/webhook-endpoints/{id}", effect: "status", status: 501 });
  expect((await blind.call("GET", "/v1/webhook-endpoints/we_1")).status).toBe(501);
  expect((await blind.call("GET", "/v1/webhook-endpoints/we_1")).status).toBe(405);
});

test.each([
  ["an unknown operation", { operation: "POST /v1/apikeys", effect: "reset" }, "operation"],
  ["an unknown effect", { operation, effect: "explode" }, "effect"],
  ["a count of none", { operation, effect: "reset", count: 0 }, "count"],
  ["a status for another effect", { operation, effect: "reset", status: 500 }, "status"],
  ["a duration for another effect", { operation, effect: "status", ms: 5 }, "ms"],
  [
    "a header that would break the answer",
    { operation, effect: "status", headers: { "x-a": "1\r\nx-b: 2" } },
    "headers.x-a",
  ],
])("%s is refused, naming the field", async (_what, fault, param) => {
  const { status, body } = await sandbox.admin("POST", "/faults", fault);
  expect([status, body.error.param]).toEqual([400, param]);
  expect((await sandbox.admin("GET", "/faults")).body).toEqual([]);
});

test.each(["reset", "truncate"])(
  "%s strikes a request, too, that was sent right behind another one on the same connection",
  async (effect) => {
    await arm({ operation: "GET /v1/api-keys", effect: "slow", ms: 50 });
    await arm({ effect, at: "after" });
    const head = `host: localhost\r\npayments-api-key: ${sandbox.apiKey}\r\npayments-account: ${sandbox.accountId}\r\n`;
    const body = '{"type":"secret"}';
    const list = `GET /v1/api-keys HTTP/1.1\r\n${head}\r\n`;
    const made = `POST /v1/api-keys HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    expect(await speak(sandbox.url, list + made, { listens: true })).not.toMatch(/"value":"sk_\w+".*\}$/);
    expect(await logged()).toEqual([
      expect.objectContaining({ fault: "slow before" }),
      expect.objectContaining({ fault: `${effect} after` }),
    ]);
    expect(await keys()).toBe(1);
  },
);

test("closing the sandbox ends requests that a fault holds", async () => {
  await arm({ effect: "timeout" });
  await arm({ from: 2, effect: "slow", ms: 600_000 });
  const held = [create(), create()].map((answer) =>
    answer.then(
      () => "answered",
      () => "broken off",
    ),
  );
  while ((await logged()).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await sandbox.close();
  expect((await Promise.all(held)).includes("broken off")).toBe(true);
});
