import { setImmediate as breathe } from "node:timers/promises";
import type { Clock } from "./clock";
import { ServiceError } from "./errors";
import type { Jobs } from "./jobs";

/**
 * Moves a manual clock to `toMs`, running what falls due on the way, earliest first, each at exactly its own moment. The order, and
 * with it every result, depends on nothing but what is scheduled and what receivers answer. `ran` is called after every stretch of jobs
 * how many ran so far, and other requests get their turn: a receiver may call the service while it receives an event.
 * Resolves with how many jobs ran.
 * @throws ServiceError `clock_interrupted` if everything was reset or restored meanwhile, or `signal` was aborted; its reason says by
 * what. What ran stays, nothing is half done, and another advance goes on from there.
 */
export async function advanceClock(
  clock: Clock,
  jobs: Jobs,
  toMs: number,
  signal: AbortSignal,
  ran: (jobs: number) => void = () => undefined,
): Promise<number> {
  const { generation } = jobs;
  const checkInterruption = (): void => {
    if (jobs.generation !== generation) throw interrupted("the sandbox was reset, restored or closed");
    if (signal.aborted) throw interrupted("its caller ended it, or went away");
  };
  checkInterruption();
  for (let total = 0; ; ) {
    const count = await jobs.runNext(toMs);
    checkInterruption();
    if (count === 0) {
      clock.moveTo(toMs);
      return total;
    }
    total += count;
    ran(total);
    await breathe();
    checkInterruption();
  }
}

function interrupted(how: string): ServiceError {
  return new ServiceError(
    "clock_interrupted",
    `The clock did not reach its end: ${how} on the way. What was due before is done; advance again to go on.`,
  );
}
