import { happenings, outsideServer } from "../happenings";
import { type Harness, start, stopAll } from "../harness";

const servers: { close(): void }[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await stopAll();
});

test("a manual clock stands where it was started until it is advanced, by seconds or to an instant", async () => {
  const sandbox = await start({ now: "2026-05-01T02:00:00+02:00" });
  expect((await sandbox.admin("GET", "/clock")).body).toEqual({ now: "2026-05-01T00:00:00.000Z", mode: "manual" });
  const moved = await sandbox.admin("POST", "/clock/advance", { seconds: 1.5 });
  expect([moved.status, moved.body]).toEqual([
    200,
    {
      from: "2026-05-01T00:00:00.000Z",
      to: "2026-05-01T00:00:01.500Z",
      jobs: 0,
      events: 0,
      attempts: 0,
      transitions: [],
    },
  ]);
  expect((await sandbox.advance({ to: "2026-06-01T00:00:00Z" })).to).toBe("2026-06-01T00:00:00.000Z");
  expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2026-06-01T00:00:00.000Z");
});

test("the clock never goes back", async () => {
  const sandbox = await start();
  const { status, body } = await sandbox.admin("POST", "/clock/advance", { to: "2025-12-31T23:59:59Z" });
  expect([status, body.error.param]).toEqual([400, "to"]);
  await expect(sandbox.advance({ to: "2025-12-31T23:59:59Z" })).rejects.toThrow("cannot go back");
});

test.each([
  {},
  { seconds: -1 },
  { seconds: 1e12 },
  { to: "tomorrow" },
  { seconds: 1, to: "2027-01-01T00:00:00Z" },
  { days: 1 },
])("advance refuses %j", async (body) => {
  const sandbox = await start();
  expect((await sandbox.admin("POST", "/clock/advance", body)).status).toBe(400);
  expect((await sandbox.admin("GET", "/clock")).body.now).toBe("2026-01-01T00:00:00.000Z");
});

test("a real clock shows wall time and refuses to be advanced", async () => {
  const wallMs = Date.parse("2026-07-07T07:07:07Z");
  const sandbox = await start({ clock: "real" }, { wallNow: () => wallMs });
  expect((await sandbox.admin("GET", "/clock")).body).toEqual({ now: "2026-07-07T07:07:07.000Z", mode: "real" });
  const { status, body } = await sandbox.admin("POST", "/clock/advance", { seconds: 1 });
  expect([status, body.error.code]).toEqual([409, "clock_not_manual"]);
});

test("a clock of xN runs N times as fast as the wall's", async () => {
  let wallMs = Date.parse("2026-07-07T00:00:00Z");
  const sandbox = await start({ clock: "x60" }, { wallNow: () => wallMs });
  wallMs += 60_000;
  expect((await sandbox.admin("GET", "/clock")).body).toEqual({ now: "2026-07-07T01:00:00.000Z", mode: "x60" });
});

function later(): [promise: Promise<void>, resolve: () => void] {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
}

/** A move of the clock that waits for a receiver: it has begun, and ends once `answer` is called. */
async function moveThatWaits(sandbox: Harness, begin: () => Promise<unknown>) {
  const [asked, ask] = later();
  const [held, answer] = later();
  const server = await outsideServer(async (_request, response) => {
    ask();
    await held;
    response.end();
  });
  servers.push(server);
  const world = happenings(sandbox);
  await world.target(server.url);
  await world.emit();
  const moving = begin();
  await asked;
  return { moving, answer };
}

test("while a move is under way the clock tells how far it is", async () => {
  const sandbox = await start();
  const { moving, answer } = await moveThatWaits(sandbox, () => sandbox.advance({ seconds: 3_600 }));
  expect((await sandbox.admin("GET", "/clock")).body).toEqual({
    now: "2026-01-01T00:00:00.000Z",
    mode: "manual",
    advancing: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T01:00:00.000Z", jobs: 0, jobs_due: 1 },
  });
  answer();
  await moving;
  expect((await sandbox.admin("GET", "/clock")).body).toEqual({ now: "2026-01-01T01:00:00.000Z", mode: "manual" });
});

test("a caller who goes away ends the move, and the next one goes on from where it stopped", async () => {
  const sandbox = await start();
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${sandbox.adminToken}`, "content-type": "application/json" };
  const { moving, answer } = await moveThatWaits(sandbox, () =>
    fetch(`${sandbox.adminUrl}/clock/advance`, {
      method: "POST",
      headers,
      body: JSON.stringify({ seconds: 3_600 }),
      signal: leave.signal,
    }),
  );
  leave.abort();
  await expect(moving).rejects.toThrow();
  // By the time that later calls are answered the sandbox has seen the connection close.
  for (let call = 0; call < 3; call++) await sandbox.admin("GET", "/clock");
  answer();
  const rest = await sandbox.advance({ to: "2026-01-01T01:00:00Z" });
  expect([rest.from, rest.attempts]).toEqual(["2026-01-01T00:00:00.000Z", 0]);
  expect(await happenings(sandbox).deliveryStatus()).toBe("succeeded");
});

test("a move in process ends when its signal is aborted, and says so", async () => {
  const sandbox = await start();
  const leave = new AbortController();
  const { moving, answer } = await moveThatWaits(sandbox, () => sandbox.advance({ seconds: 3_600 }, leave.signal));
  leave.abort();
  answer();
  await expect(moving).rejects.toThrow("its caller ended it, or went away on the way");
  expect((await sandbox.admin("GET", "/clock")).body).toEqual({ now: "2026-01-01T00:00:00.000Z", mode: "manual" });
});

test("transitions are listed page by page, all that ever were, oldest first", async () => {
  const sandbox = await start();
  for (const status of ["inactive", "disabled", "pending", "active"]) await happenings(sandbox).setStatus(status);
  const page = (query: string) => sandbox.admin("GET", `/clock/transitions${query}`);
  const { body } = await page("");
  expect([body.total, body.offset, body.limit]).toEqual([4, 0, 1_000]);
  expect(body.items.map(({ to }: { to: string }) => to)).toEqual(["inactive", "disabled", "pending", "active"]);
  expect((await page("?offset=1&limit=2")).body).toEqual({
    total: 4,
    offset: 1,
    limit: 2,
    items: body.items.slice(1, 3),
  });
  expect((await page("?limit=20000")).body.limit).toBe(10_000);
});
