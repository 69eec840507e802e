import { setImmediate as nextTurn } from "node:timers/promises";
import { createRate, type Rate, type Slot } from "../../../provider/api/rate";
import { testDependencies } from "./support";

async function take(rate: Rate, count: number): Promise<Slot[]> {
  const slots: Slot[] = [];
  for (let index = 0; index < count; index += 1) slots.push((await rate.acquire(60_000))!);
  return slots;
}

/** How many places can be had at once just now; they are given back without teaching anything by a refusal. */
async function places(rate: Rate, most: number): Promise<number> {
  const slots: Slot[] = [];
  const waiting: Promise<Slot | undefined>[] = [];
  for (let index = 0; index < most; index += 1) {
    const asked = rate.acquire(60_000);
    waiting.push(asked);
    void asked.then((slot) => slot && slots.push(slot));
  }
  // Nobody waits for a time here: whoever comes in does so before the next turn.
  await nextTurn();
  const count = slots.length;
  let released = 0;
  while (released < most) {
    await nextTurn();
    for (const slot of slots.splice(0)) {
      slot.release({ limited: false });
      released += 1;
    }
  }
  return count;
}

const ok = { limited: false };
const limited = (retryAfterMs?: number) => ({ limited: true, retryAfterMs });

describe("the limit of requests in flight", () => {
  test("no more than the limit are in flight, and those who wait come in order", async () => {
    const rate = createRate(2, testDependencies());
    const [first] = await take(rate, 2);
    const order: string[] = [];
    const third = rate.acquire(60_000).then((slot) => {
      order.push("third");
      return slot;
    });
    const fourth = rate.acquire(60_000).then((slot) => {
      order.push("fourth");
      return slot;
    });
    await nextTurn();
    expect(order).toEqual([]);
    first!.release(ok);
    (await third)!.release(ok);
    await fourth;
    expect(order).toEqual(["third", "fourth"]);
  });

  test("a burst of refusals halves it once, further bursts again, and successes bring it back", async () => {
    const rate = createRate(8, testDependencies());
    for (const slot of await take(rate, 8)) slot.release(limited());
    expect(await places(rate, 4)).toBe(4);
    for (const slot of await take(rate, 4)) slot.release(limited());
    expect(await places(rate, 8)).toBe(2);
    for (let round = 0; round < 60; round += 1) for (const slot of await take(rate, 1)) slot.release(ok);
    expect(await places(rate, 8)).toBe(8);
  });

  test("one refusal pauses everybody for as long as the service asked", async () => {
    const dependencies = testDependencies();
    const rate = createRate(4, dependencies);
    const [slot] = await take(rate, 1);
    slot!.release(limited(3_000));
    await take(rate, 2);
    expect(Math.max(...dependencies.slept)).toBe(3_000);
  });

  test("who cannot come in within its time is told at once instead of waiting", async () => {
    const dependencies = testDependencies();
    const rate = createRate(4, dependencies);
    const [slot] = await take(rate, 1);
    slot!.release(limited(3_600_000));
    expect(await rate.acquire(30_000)).toBeUndefined();
    expect(dependencies.slept).toEqual([]);
    dependencies.advance(3_600_000);
    expect(await rate.acquire(30_000)).toBeDefined();
  });

  test("refused even one at a time, requests are spaced, and the gap shrinks again with success", async () => {
    const dependencies = testDependencies();
    const rate = createRate(1, dependencies);
    for (let round = 0; round < 3; round += 1) (await take(rate, 1))[0]!.release(limited());
    (await take(rate, 1))[0]!.release(ok);
    (await take(rate, 1))[0]!.release(ok);
    expect(dependencies.slept.at(-1)).toBe(200);
    for (let round = 0; round < 40; round += 1) (await take(rate, 1))[0]!.release(ok);
    const waits = dependencies.slept.length;
    for (let round = 0; round < 5; round += 1) (await take(rate, 1))[0]!.release(ok);
    expect(dependencies.slept).toHaveLength(waits);
  });
});
