import { setImmediate as breathe } from "node:timers/promises";
import fc from "fast-check";
import { advanceClock } from "../../../sandbox/core/advance";
import { Clock } from "../../../sandbox/core/clock";
import { Jobs } from "../../../sandbox/core/jobs";
import { Store } from "../../../sandbox/core/store";

interface Chain {
  name: string;
  everyMs: number;
  times: number;
}

/** A clock at 0 with one kind of job, which logs itself and schedules its successor. */
function world(chains: Chain[]) {
  const store = new Store();
  const clock = new Clock(store, "manual", 0, () => 0);
  const jobs = new Jobs(store, clock);
  const log: string[] = [];
  const settle = (chain: Chain) => {
    log.push(`${clock.now()} ${chain.name} ${chain.times}`);
    const kind = chain.times % 2 ? "tick" : "slow tick";
    if (chain.times > 1) jobs.schedule(clock.now() + chain.everyMs, kind, { ...chain, times: chain.times - 1 });
  };
  jobs.define<Chain>("tick", { settle });
  jobs.define<Chain>("slow tick", {
    async perform(chains) {
      await breathe();
      return chains.map(() => undefined);
    },
    settle,
  });
  for (const chain of chains) jobs.schedule(chain.everyMs, "tick", chain);
  const stopping = new AbortController();
  const advance = (toMs: number) => advanceClock(clock, jobs, toMs, stopping.signal);
  return { store, clock, jobs, log, advance, stopping };
}

test("jobs run earliest first, those of one moment in the order they were scheduled, each at its own time", async () => {
  const { clock, log, advance } = world([
    { name: "slow", everyMs: 20, times: 1 },
    { name: "fast", everyMs: 10, times: 3 },
  ]);
  expect(await advance(25)).toBe(3);
  expect(log).toEqual(["10 fast 3", "20 slow 1", "20 fast 2"]);
  expect(clock.now()).toBe(25);
});

test("advancing in any pieces leaves the same log as advancing at once", async () => {
  const chain = fc.record({
    name: fc.string(),
    everyMs: fc.integer({ min: 0, max: 50 }),
    times: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(chain, { maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 }),
      async (chains, steps) => {
        const pieces = world(chains);
        const whole = world(chains);
        let at = 0;
        for (const step of steps) {
          at += step;
          await pieces.advance(at);
        }
        await whole.advance(at);
        expect(pieces.log).toEqual(whole.log);
        expect(pieces.clock.now()).toBe(whole.clock.now());
        pieces.store.close();
        whole.store.close();
      },
    ),
  );
});

test("a job that fails is not lost, and the clock stays at the last one that succeeded", async () => {
  const { clock, jobs, log, advance } = world([{ name: "good", everyMs: 5, times: 1 }]);
  let broken = true;
  jobs.define("fragile", {
    settle() {
      if (broken) throw new Error("not now");
      log.push(`${clock.now()} fragile`);
    },
  });
  jobs.schedule(10, "fragile", null);
  await expect(advance(20)).rejects.toThrow("not now");
  expect(clock.now()).toBe(5);
  broken = false;
  expect(await advance(20)).toBe(1);
  expect(log).toEqual(["5 good 1", "10 fragile"]);
});

test("others get their turn while very many jobs run", async () => {
  const { clock, advance } = world([{ name: "long", everyMs: 1, times: 2_000 }]);
  const moving = advance(5_000);
  await breathe();
  expect(clock.now()).toBeLessThan(5_000);
  expect(await moving).toBe(2_000);
});

test("when all jobs are exchanged on the way, the advance is refused and what was begun is not settled", async () => {
  const { jobs, log, advance } = world([]);
  jobs.define("exchange", {
    async perform() {
      jobs.forget();
      return [undefined];
    },
    settle: () => log.push("settled"),
  });
  jobs.schedule(1, "exchange", null);
  await expect(advance(10)).rejects.toThrow("reset, restored or closed");
  expect(log).toEqual([]);
});

test("an advance that is ended moves no further", async () => {
  const { log, advance, stopping } = world([{ name: "one", everyMs: 1, times: 1 }]);
  stopping.abort();
  await expect(advance(10)).rejects.toThrow("its caller ended it");
  expect(log).toEqual([]);
});
