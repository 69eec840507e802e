import { setImmediate as breathe } from "node:timers/promises";
import type { Clock } from "./clock";
import { ServiceError } from "./errors";
import type { Jobs } from "./jobs";

/** After so many jobs other requests get their turn; a receiver may call the service while it is told of an event. */
const jobsAtAStretch = 256;

/**
 * Moves a manual clock to `toMs`, running what falls due on the way one by one, earliest first, each at exactly its own moment. The
 * order, and with it every result, depends on nothing but what is scheduled and what receivers answer. Resolves with how many jobs ran.
 * @throws ServiceError `clock_interrupted` if everything was reset, restored or closed meanwhile
 */
export async function advanceClock(clock: Clock, jobs: Jobs, toMs: number, signal: AbortSignal): Promise<number> {
  const { generation } = jobs;
  for (let ran = 0; ; ran++) {
    if (ran % jobsAtAStretch === jobsAtAStretch - 1) await breathe();
    if (signal.aborted || jobs.generation !== generation) {
      throw new ServiceError(
        "clock_interrupted",
        "The clock did not reach its end: the sandbox was reset, restored or closed on the way.",
      );
    }
    const [job] = jobs.due(toMs, 1);
    if (!job) {
      clock.moveTo(toMs);
      return ran;
    }
    // A job scheduled for a moment already past runs now: the clock never goes back.
    await jobs.run(job, () => clock.moveTo(Math.max(job.dueAtMs, clock.now())));
  }
}
