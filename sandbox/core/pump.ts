import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./clock";
import { ServiceError } from "./errors";
import type { Job, Jobs } from "./jobs";

/** Performed at the same time at most, so that receivers that hang cannot use up all sockets. */
const mostRunning = 64;
/** Wall time after which a job that failed by a mistake of ours is run again. */
const againMs = 1_000;
/** A due job may have to wait for one about the same thing: looking in so often is enough. */
const shortestSleepMs = 10;
/** Timers of Node take no more than 24 days; looking in earlier does no harm. */
const longestSleepMs = 3_600_000;

/** Runs what falls due on a clock that moves by itself: the timer at the edge. */
export class Pump {
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Map<string, { seq: number; ended: Promise<void> }>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly log: (line: string) => void,
  ) {
    jobs.onScheduled(() => this.wakeIn(0));
    this.wakeIn(0);
  }

  /** Begins no more jobs; resolves when those begun have ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
  }

  private wakeIn(wallMs: number): void {
    if (this.stopping.signal.aborted) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.runDue(), wallMs);
  }

  private runDue(): void {
    for (const job of this.jobs.due(this.clock.now(), mostRunning + this.running.size)) {
      if (this.running.size >= mostRunning) return;
      // What was begun before a reset is over for everybody, though it may still wait for an answer.
      const about = `${this.jobs.generation} ${job.kind} ${job.payload}`;
      if (!this.running.has(about)) this.running.set(about, { seq: job.seq, ended: this.runOne(job, about) });
    }
    const next = this.jobs.nextDueAt([...this.running.values()].map(({ seq }) => seq));
    if (next === undefined) return;
    this.wakeIn(Math.min(Math.max(this.clock.wallMsUntil(next), shortestSleepMs), longestSleepMs));
  }

  private async runOne(job: Job, about: string): Promise<void> {
    try {
      await this.jobs.run(job);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.log(`job ${about} is put off: ${explain(error)}`);
      await wait(againMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    } finally {
      this.running.delete(about);
      this.wakeIn(0);
    }
  }
}

/** What is no fault of ours needs no stack. */
function explain(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  return `internal error: ${error instanceof Error ? error.stack : String(error)}`;
}
