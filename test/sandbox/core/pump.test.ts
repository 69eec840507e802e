import { setTimeout as wait } from "node:timers/promises";
import { happenings } from "../happenings";
import { type Harness, start, stopAll } from "../harness";

afterEach(stopAll);

/** Waits until it holds; the test's own time limit is the only one. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(10);
}

const statusIs = (sandbox: Harness, status: string) => async () =>
  (await happenings(sandbox).deliveryStatus()) === status;

test("on a real clock an event is delivered by itself, at once", async () => {
  const sandbox = await start({ clock: "real" });
  const before = Date.now();
  await happenings(sandbox).emit();
  await until(statusIs(sandbox, "succeeded"));
  const [request] = await happenings(sandbox).received();
  expect(Date.parse(request!.at)).toBeGreaterThanOrEqual(before);
});

test("on a fast clock all retries come by themselves, at their delays of that clock", async () => {
  const factor = 200_000;
  let wallMs = 0;
  // The wall stands still while an attempt is made, so that a busy machine adds no hours to the clock.
  const sandbox = await start({ clock: `x${factor}`, now: "2026-01-01T00:00:00Z" }, { wallNow: () => wallMs });
  const world = happenings(sandbox);
  await world.script({ status: 500 });
  await world.emit();
  for (let number = 1; number <= 8; number++) {
    await until(async () => (await world.deliveries())[0]?.attempts.length === number);
    const [{ next_at } = { next_at: null }] = await world.deliveries();
    if (next_at !== null) wallMs = Math.ceil((Date.parse(next_at) - Date.parse("2026-01-01T00:00:00Z")) / factor);
  }
  expect(await world.deliveryStatus()).toBe("failed");
  const [delivery] = await world.deliveries();
  const at = delivery!.attempts.map((attempt) => Date.parse(attempt.at) / 60_000);
  const delays = at.slice(1).map((time, index) => time - at[index]!);
  [5, 60, 360, 1_020, 720, 720, 720].forEach((minutes, index) => {
    expect(delays[index]).toBeGreaterThanOrEqual(minutes);
  });
});

test("a receiver that hangs holds up no other delivery", async () => {
  const sandbox = await start({ clock: "real", webhookTimeoutMs: 60_000 });
  const world = happenings(sandbox);
  await world.script({ status: "timeout" });
  const other = await world.endpoint({ status: 200 });
  const ids = [await world.emit(), await world.emit()];
  await until(async () => (await world.received(other.receiverId)).length === ids.length);
});

test("closing does not wait for a receiver that hangs, and its delivery is attempted again after the next start", async () => {
  const sandbox = await start({ clock: "real", webhookTimeoutMs: 60_000 });
  const world = happenings(sandbox);
  const receiver = await world.script({ status: "timeout" });
  await world.emit();
  await until(async () => (await world.received(receiver)).length === 1);
  await sandbox.close();
  expect(sandbox.lines.filter((line) => line.includes("internal error"))).toEqual([]);
});

test("what fell due while the sandbox was reset is forgotten, and what comes later runs", async () => {
  const sandbox = await start({ clock: "real", webhookTimeoutMs: 60_000 });
  const world = happenings(sandbox);
  const receiver = await world.script({ status: "timeout" });
  await world.emit();
  await until(async () => (await world.received(receiver)).length === 1);
  await sandbox.reset();
  await world.emit();
  await until(statusIs(sandbox, "succeeded"));
  expect(await world.deliveries()).toHaveLength(1);
});
