import type { Clock } from "./clock";
import type { Store } from "./store";

interface JobRow {
  seq: number;
  due_at: number;
  kind: string;
  payload: string;
}

export interface Job {
  seq: number;
  dueAtMs: number;
  kind: string;
  /** The payload as JSON text. With `kind` it says what the job is about; jobs that share both are never performed at the same time. */
  payload: string;
}

/** What a job of one kind does when it falls due. */
export interface JobKind<Payload, Outcome> {
  /** The part that takes wall time, such as a call over HTTP. It runs outside any transaction and takes none of the clock's time. */
  perform?(payload: Payload): Promise<Outcome>;
  /** The rest. It runs inside the transaction that removes the job, and may schedule others. */
  settle(payload: Payload, outcome: Outcome): void;
}

/** The table of jobs, ordered by (due_at, seq), and what each kind of job does. */
export class Jobs {
  private readonly kinds = new Map<string, JobKind<unknown, unknown>>();
  private readonly listeners: (() => void)[] = [];
  private raised = 0;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Raised whenever all jobs were exchanged for others: what was begun before is not settled any more. */
  get generation(): number {
    return this.raised;
  }

  define<Payload, Outcome = undefined>(kind: string, what: JobKind<Payload, Outcome>): void {
    this.kinds.set(kind, what as JobKind<unknown, unknown>);
  }

  /** `listener` is called after each `schedule`, perhaps still inside its transaction. */
  onScheduled(listener: () => void): void {
    this.listeners.push(listener);
  }

  schedule(dueAtMs: number, kind: string, payload: unknown): void {
    this.store.run("INSERT INTO jobs (due_at, kind, payload) VALUES (?, ?, ?)", dueAtMs, kind, JSON.stringify(payload));
    this.announce();
  }

  /** Tells that jobs were scheduled by other means than `schedule`. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }

  isScheduled(kind: string, payload: unknown): boolean {
    return (
      this.store.get("SELECT 1 FROM jobs WHERE kind = ? AND payload = ?", kind, JSON.stringify(payload)) !== undefined
    );
  }

  cancel(kind: string, payload: unknown): void {
    this.store.run("DELETE FROM jobs WHERE kind = ? AND payload = ?", kind, JSON.stringify(payload));
  }

  /** The first jobs due at `toMs` or before, earliest first. */
  due(toMs: number, limit: number): Job[] {
    return this.store
      .all<JobRow>("SELECT * FROM jobs WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?", toMs, limit)
      .map(({ seq, due_at, kind, payload }) => ({ seq, dueAtMs: due_at, kind, payload }));
  }

  /** When the earliest job falls due that is not among `except`. */
  nextDueAt(except: readonly number[]): number | undefined {
    return this.store.get<{ due_at: number }>(
      "SELECT due_at FROM jobs WHERE seq NOT IN (SELECT value FROM json_each(?)) ORDER BY due_at, seq LIMIT 1",
      JSON.stringify(except),
    )?.due_at;
  }

  /** Lets nothing be settled that was begun before. */
  forget(): void {
    this.raised++;
    this.announce();
  }

  /**
   * Runs one job: `before` and then all of it in one transaction, or, if part of it takes wall time, `before` in a transaction of its own.
   * If the jobs were exchanged meanwhile, nothing comes of it.
   */
  async run(job: Job, before: () => void = () => undefined): Promise<void> {
    const kind = this.kinds.get(job.kind);
    if (!kind) throw new Error(`No handler for jobs of kind "${job.kind}".`);
    const payload = JSON.parse(job.payload) as unknown;
    const { generation } = this;
    try {
      let outcome: unknown;
      if (kind.perform) {
        this.store.transaction(before);
        outcome = await kind.perform(payload);
        if (generation !== this.generation) return;
      }
      this.store.transaction(() => {
        if (!kind.perform) before();
        this.store.run("DELETE FROM jobs WHERE seq = ?", job.seq);
        kind.settle(payload, outcome);
      });
    } catch (error) {
      if (generation !== this.generation) return;
      // The transaction took the clock's row back; the clock itself must follow.
      this.clock.resume();
      throw error;
    }
  }
}
