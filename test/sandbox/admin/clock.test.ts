import { start, stopAll } from "../harness";

afterEach(stopAll);

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
