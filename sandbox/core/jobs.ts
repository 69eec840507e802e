import type { Clock } from "./clock";
import type { Store } from "./store";

interface JobRow {
  seq: number;
  due_at: number;
  kind: string;
  payload: string;
}

/** What a job of one kind does when it falls due. It runs inside the transaction that removes it and may schedule others. */
export type JobHandler = (payload: unknown) => void;

/** The discrete-event core: jobs ordered by (due_at, seq), each run at exactly its own moment of the clock. */
export class Jobs {
  private readonly handlers = new Map<string, JobHandler>();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  define(kind: string, handler: JobHandler): void {
    this.handlers.set(kind, handler);
  }

  schedule(dueAtMs: number, kind: string, payload: unknown): void {
    this.store.run("INSERT INTO jobs (due_at, kind, payload) VALUES (?, ?, ?)", dueAtMs, kind, JSON.stringify(payload));
  }

  /** Moves a manual clock to `toMs`, running what falls due on the way, earliest first. Answers how many jobs ran. */
  advance(toMs: number): number {
    let ran = 0;
    try {
      while (this.runNext(toMs)) ran++;
    } catch (error) {
      // The transaction took the clock's row back; the clock itself must follow.
      this.clock.resume();
      throw error;
    }
    this.clock.moveTo(toMs);
    return ran;
  }

  private runNext(toMs: number): boolean {
    return this.store.transaction(() => {
      const job = this.store.get<JobRow>("SELECT * FROM jobs WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1", toMs);
      if (!job) return false;
      const handler = this.handlers.get(job.kind);
      if (!handler) throw new Error(`No handler for jobs of kind "${job.kind}".`);
      this.store.run("DELETE FROM jobs WHERE seq = ?", job.seq);
      // A job scheduled for a moment already past runs now: the clock never goes back.
      this.clock.moveTo(Math.max(job.due_at, this.clock.now()));
      handler(JSON.parse(job.payload));
      return true;
    });
  }
}
