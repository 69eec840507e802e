import fc from "fast-check";
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
  jobs.define("tick", (payload) => {
    const chain = payload as Chain;
    log.push(`${clock.now()} ${chain.name} ${chain.times}`);
    if (chain.times > 1) jobs.schedule(clock.now() + chain.everyMs, "tick", { ...chain, times: chain.times - 1 });
  });
  for (const chain of chains) jobs.schedule(chain.everyMs, "tick", chain);
  return { store, clock, jobs, log };
}

test("jobs run earliest first, those of one moment in the order they were scheduled, each at its own time", () => {
  const { clock, jobs, log } = world([
    { name: "slow", everyMs: 20, times: 1 },
    { name: "fast", everyMs: 10, times: 3 },
  ]);
  expect(jobs.advance(25)).toBe(3);
  expect(log).toEqual(["10 fast 3", "20 slow 1", "20 fast 2"]);
  expect(clock.now()).toBe(25);
});

test("advancing in any pieces leaves the same log as advancing at once", () => {
  const chain = fc.record({
    name: fc.string(),
    everyMs: fc.integer({ min: 0, max: 50 }),
    times: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(
      fc.array(chain, { maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 }),
      (chains, steps) => {
        const pieces = world(chains);
        const whole = world(chains);
        let at = 0;
        for (const step of steps) {
          at += step;
          pieces.jobs.advance(at);
        }
        whole.jobs.advance(at);
        expect(pieces.log).toEqual(whole.log);
        expect(pieces.clock.now()).toBe(whole.clock.now());
        pieces.store.close();
        whole.store.close();
      },
    ),
  );
});

test("a job that fails is not lost, and the clock stays at the last one that succeeded", () => {
  const { clock, jobs, log } = world([{ name: "good", everyMs: 5, times: 1 }]);
  let broken = true;
  jobs.define("fragile", () => {
    if (broken) throw new Error("not now");
    log.push(`${clock.now()} fragile`);
  });
  jobs.schedule(10, "fragile", null);
  expect(() => jobs.advance(20)).toThrow("not now");
  expect(clock.now()).toBe(5);
  broken = false;
  expect(jobs.advance(20)).toBe(1);
  expect(log).toEqual(["5 good 1", "10 fragile"]);
});
