import { happenings, outsideServer } from "../happenings";
import { type Harness, start, stopAll } from "../harness";

let sandbox: Harness;
let world: ReturnType<typeof happenings>;
beforeEach(async () => {
  sandbox = await start();
  world = happenings(sandbox);
});
afterEach(stopAll);

const startMs = Date.parse("2026-01-01T00:00:00Z");
const hours = (after: number) => new Date(startMs + Math.round(after * 3_600_000)).toISOString();

test("an event is told by one POST with a JSON body, the event as listed but for its delivery_status", async () => {
  const id = await world.emit();
  expect(await sandbox.advance({ seconds: 0 })).toMatchObject({ jobs: 1, attempts: 1, events: 0, transitions: [] });
  const [request, ...others] = await world.received();
  expect(others).toEqual([]);
  expect(request).toEqual({
    at: "2026-01-01T00:00:00.000Z",
    headers: {
      "content-type": "application/json",
      "content-length": String(JSON.stringify(request?.body).length),
      "user-agent": "pulumi-payments-sandbox",
      host: new URL(sandbox.url).host,
      connection: "keep-alive",
    },
    body: {
      id,
      account_id: sandbox.accountId,
      type: "payout.paid",
      data: { amount: 5 },
      created_at: "2026-01-01T00:00:00.000Z",
    },
    answered: 200,
  });
  expect(await world.deliveryStatus()).toBe("succeeded");
  expect(await world.deliveries()).toEqual([
    {
      event_id: id,
      endpoint_id: sandbox.webhookEndpointId,
      state: "succeeded",
      attempts: [{ number: 1, at: "2026-01-01T00:00:00.000Z", outcome: "succeeded", status: 200 }],
      next_at: null,
    },
  ]);
});

test("an event that is never taken is attempted eight times at the documented delays, then never again", async () => {
  const receiver = await world.script({ status: 500 });
  await world.emit();
  const times = [0, 1 / 12, 1 + 1 / 12, 7 + 1 / 12, 24 + 1 / 12, 36 + 1 / 12, 48 + 1 / 12, 60 + 1 / 12].map(hours);
  for (const [index, at] of times.entries()) {
    expect(await world.deliveryStatus()).toBe(index === 0 ? "pending" : null);
    expect((await world.deliveries())[0]).toMatchObject({ state: "queued", next_at: at });
    await sandbox.advance({ to: at });
  }
  const [delivery] = await world.deliveries();
  expect(delivery).toMatchObject({ state: "exhausted", next_at: null });
  expect(delivery?.attempts).toEqual(
    times.map((at, index) => ({ number: index + 1, at, outcome: "rejected", status: 500 })),
  );
  expect(await world.deliveryStatus()).toBe("failed");
  await sandbox.advance({ to: hours(71) });
  const received = await world.received(receiver);
  expect(received.map(({ at }) => at)).toEqual(times);
  expect(new Set(received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("a retry that is taken ends the delivery", async () => {
  const receiver = await world.script({ status: 503, count: 2 }, { status: 204 });
  await world.emit();
  expect(await sandbox.advance({ seconds: 70 * 3_600 })).toMatchObject({ attempts: 3, jobs: 3 });
  expect((await world.received(receiver)).map(({ answered }) => answered)).toEqual([503, 503, 204]);
  expect(await world.deliveryStatus()).toBe("succeeded");
});

test.each([200, 201, 204, 299])("an answer of %i is a success", async (status) => {
  await world.script({ status });
  await world.emit();
  await sandbox.advance({ seconds: 0 });
  expect((await world.deliveries())[0]?.attempts).toEqual([expect.objectContaining({ outcome: "succeeded", status })]);
});

test.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503, 599])(
  "an answer of %i is a failed attempt, is retried, and no redirect is followed",
  async (status) => {
    const receiver = await world.script({ status });
    await world.emit();
    await sandbox.advance({ seconds: 60 });
    expect((await world.deliveries())[0]).toMatchObject({
      state: "queued",
      attempts: [{ outcome: "rejected", status }],
      next_at: "2026-01-01T00:05:00.000Z",
    });
    expect(await world.received(receiver)).toHaveLength(1);
  },
);

test.each([
  ["timeout", "timeout"],
  ["reset", "unreachable"],
] as const)("a receiver that does nothing but %s fails the attempt as %s", async (status, outcome) => {
  // Short enough not to be waited for, and long enough for whoever answers on a busy machine.
  sandbox = await start({ webhookTimeoutMs: 2_000 });
  world = happenings(sandbox);
  await world.script({ status, count: 1 }, { status: 200 });
  await world.emit();
  await sandbox.advance({ seconds: 299 });
  expect((await world.deliveries())[0]?.attempts).toEqual([
    { number: 1, at: "2026-01-01T00:00:00.000Z", outcome, status: null },
  ]);
  await sandbox.advance({ seconds: 1 });
  expect(await world.deliveryStatus()).toBe("succeeded");
});

test("a port where nobody listens, and a name that does not exist, fail the attempt", async () => {
  const gone = await outsideServer(() => undefined);
  gone.close();
  for (const url of [gone.url, "http://nobody.invalid/"]) {
    const id = await world.emit();
    await world.target(url);
    await sandbox.advance({ seconds: 0 });
    expect((await world.deliveries(`?event_id=${id}`))[0]?.attempts).toEqual([
      expect.objectContaining({ outcome: "unreachable", status: null }),
    ]);
  }
});

test("an answer counts with its head, though its body never ends", async () => {
  const server = await outsideServer((_request, response) => {
    response.writeHead(200);
    response.write("more to come");
  });
  await world.target(server.url);
  await world.emit();
  await sandbox.advance({ seconds: 0 });
  expect(await world.deliveryStatus()).toBe("succeeded");
  server.close();
});

test("a receiver may call the service while it is told of an event", async () => {
  const seen: unknown[] = [];
  const server = await outsideServer(async (_request, response) => {
    seen.push((await sandbox.call("GET", "/v1/events")).body.items[0].delivery_status);
    seen.push((await sandbox.admin("GET", "/clock")).body.now);
    response.end();
  });
  await world.target(server.url);
  await world.emit();
  await sandbox.advance({ seconds: 60 });
  expect(seen).toEqual(["pending", "2026-01-01T00:00:00.000Z"]);
  expect(await world.deliveryStatus()).toBe("succeeded");
  server.close();
});

test("a receiver that resets the sandbox ends the advance, and nothing of before is left", async () => {
  const server = await outsideServer(async (_request, response) => {
    await sandbox.admin("POST", "/reset");
    response.end();
  });
  await world.target(server.url);
  await world.emit();
  const { status, body } = await sandbox.admin("POST", "/clock/advance", { seconds: 60 });
  expect([status, body.error.code]).toEqual([409, "clock_interrupted"]);
  expect(await world.deliveries()).toEqual([]);
  expect(await sandbox.advance({ seconds: 60 })).toMatchObject({ from: "2026-01-01T00:00:00.000Z", jobs: 0 });
  server.close();
});

test("two advances at once come one after the other", async () => {
  await world.script({ status: 500 });
  await world.emit();
  const [first, second] = await Promise.all([sandbox.advance({ seconds: 300 }), sandbox.advance({ seconds: 300 })]);
  expect([first.from, first.to, first.attempts]).toEqual(["2026-01-01T00:00:00.000Z", "2026-01-01T00:05:00.000Z", 2]);
  expect([second.from, second.to, second.attempts]).toEqual([
    "2026-01-01T00:05:00.000Z",
    "2026-01-01T00:10:00.000Z",
    0,
  ]);
});

test("the events of every merchant reach the endpoints of their partner, and nobody else's", async () => {
  const merchant = (await sandbox.admin("POST", "/accounts", { kind: "merchant" })).body.id;
  const second = await world.endpoint({ status: 200 });
  const events = [await world.emit("one"), await world.emit("two", merchant)];
  await sandbox.advance({ seconds: 0 });
  for (const receiver of ["seed", second.receiverId]) {
    const received = await world.received(receiver);
    expect(received.map(({ body }) => [body.id, body.account_id])).toEqual([
      [events[0], sandbox.accountId],
      [events[1], merchant],
    ]);
  }
  expect((await world.deliveries(`?endpoint_id=${second.id}`)).map(({ event_id }) => event_id)).toEqual(events);
  expect(await world.deliveries(`?event_id=${events[0]}`)).toHaveLength(2);
});

test("what is under way when an endpoint is deleted is attempted no more, and no longer counts", async () => {
  const second = await world.endpoint({ status: 500 });
  await world.emit();
  await sandbox.advance({ seconds: 60 });
  expect(await world.deliveryStatus()).toBe(null);
  await sandbox.admin("DELETE", `/webhook-endpoints/${second.id}`);
  expect(await world.deliveryStatus()).toBe("succeeded");
  expect(await sandbox.advance({ seconds: 86_400 })).toMatchObject({ jobs: 0 });
});

test.each([
  ["inactive", "held"],
  ["disabled", "skipped"],
])("an attempt under way while the endpoint becomes %s counts, but brings no retry", async (status, state) => {
  const server = await outsideServer(async (_request, response) => {
    await world.setStatus(status);
    response.writeHead(500).end();
  });
  await world.target(server.url);
  await world.emit();
  expect(await sandbox.advance({ seconds: 3_600 })).toMatchObject({ attempts: 1, jobs: 1 });
  expect((await world.deliveries())[0]).toMatchObject({ state, attempts: [{ number: 1 }], next_at: null });
  server.close();
});

test("an attempt under way that succeeds is not repeated, though the endpoint was left and re-enabled meanwhile", async () => {
  let requests = 0;
  const server = await outsideServer(async (_request, response) => {
    requests++;
    await world.setStatus("inactive");
    await world.reenable();
    response.end();
  });
  await world.target(server.url);
  await world.emit();
  await sandbox.advance({ seconds: 3_600 });
  expect(requests).toBe(1);
  expect(await world.deliveryStatus()).toBe("succeeded");
  server.close();
});

test("under --egress public nothing goes to this machine but to the sandbox's own receivers; the attempt is blocked and retried", async () => {
  const turned = await start({ egress: "public" }, { resolve: async () => ["127.0.0.1"] });
  const there = happenings(turned);
  let requests = 0;
  const server = await outsideServer((_request, response) => {
    requests++;
    response.end();
  });
  for (const url of [server.url, server.url.replace("127.0.0.1", "hook.example")]) {
    const id = await there.emit();
    await there.target(url);
    await turned.advance({ seconds: 0 });
    expect(await there.deliveries(`?event_id=${id}`)).toMatchObject([
      { state: "queued", attempts: [{ outcome: "blocked", status: null }] },
    ]);
  }
  expect(requests).toBe(0);
  await there.script({ status: 200 });
  await turned.advance({ seconds: 300 });
  expect((await there.deliveries()).map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
  server.close();
});
