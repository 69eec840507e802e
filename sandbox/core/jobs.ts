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

/** What jobs of one kind do when they fall due. */
export interface JobKind<Payload, Outcome> {
  /**
   * The part that takes wall time, such as calls over HTTP, of jobs that fall due at one moment. Of those offered, one or more, it takes
   * as many from the first on as can be performed together with the same outcome as one after the other, and resolves with what came of
   * these, in their order. It runs outside any transaction and takes none of the clock's time.
   */
  perform?(payloads: readonly Payload[]): Promise<readonly Outcome[]>;
  /**
   * The rest. It runs inside the transaction that removes the job, and may schedule others. `stood` is false if the job was cancelled
   * while it was performed.
   */
  settle(payload: Payload, outcome: Outcome, stood: boolean): void;
  /** Called once for all that settled in one transaction, at its end. */
  settled?(payloads: readonly Payload[]): void;
}

/** Jobs settled in one transaction at most; others get their turn in between. */
const mostSettled = 256;
/** Jobs offered to be performed together at most. */
const mostPerformed = 64;

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

  /** How many jobs are due at `toMs` or before; those that they will schedule are not known yet. */
  countDue(toMs: number): number {
    return this.store.get<{ total: number }>("SELECT count(*) AS total FROM jobs WHERE due_at <= ?", toMs)?.total ?? 0;
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

  /** Runs one job, all of it in one transaction but for what is performed. If the jobs were exchanged meanwhile, nothing comes of it. */
  async run(job: Job): Promise<void> {
    if (this.kindOf(job).perform) await this.perform([job]);
    else this.store.transaction(() => this.settle(job, undefined));
  }

  /**
   * Moves a manual clock on to the next jobs due by `toMs` and runs them, each at exactly its own moment; those that were due before
   * run at once. Whatever it takes together, the outcome is that of running them one by one, earliest first. Resolves with how many ran.
   * A job that fails is not lost: those before it are settled, and the clock stands where the last of them was due.
   */
  async runNext(toMs: number): Promise<number> {
    const [first] = this.due(toMs, 1);
    if (!first) return 0;
    if (!this.kindOf(first).perform) return this.settleInARow(toMs);
    const atMs = this.momentOf(first);
    if (atMs !== this.clock.now()) this.clock.moveTo(atMs);
    const due = this.due(atMs, mostPerformed);
    const others = due.findIndex(({ kind }) => kind !== first.kind);
    return this.perform(others < 0 ? due : due.slice(0, others));
  }

  private async perform(offered: readonly Job[]): Promise<number> {
    const { generation } = this;
    const kind = this.kindOf(offered[0]!);
    const payloads = offered.map(({ payload }) => JSON.parse(payload) as unknown);
    let outcomes: readonly unknown[];
    try {
      outcomes = await kind.perform!(payloads);
    } catch (error) {
      if (generation !== this.generation) return 0;
      throw error;
    }
    if (generation !== this.generation) return 0;
    this.store.transaction(() => {
      outcomes.forEach((outcome, index) => {
        kind.settle(payloads[index], outcome, this.remove(offered[index]!));
      });
      kind.settled?.(payloads.slice(0, outcomes.length));
    });
    return outcomes.length;
  }

  private settleInARow(toMs: number): number {
    let ran = 0;
    const failures: unknown[] = [];
    this.store.transaction(() => {
      while (ran < mostSettled && failures.length === 0) {
        const [job] = this.due(toMs, 1);
        if (!job || this.kindOf(job).perform) break;
        const beforeMs = this.clock.now();
        this.clock.stepTo(this.momentOf(job));
        const settled = this.store.part(
          () => this.settle(job, undefined),
          (error) => failures.push(error),
        );
        if (settled) ran++;
        else this.clock.stepTo(beforeMs);
      }
      this.clock.pin();
    });
    if (failures.length > 0) throw failures[0];
    return ran;
  }

  private settle(job: Job, outcome: unknown): void {
    const kind = this.kindOf(job);
    const payload = JSON.parse(job.payload) as unknown;
    kind.settle(payload, outcome, this.remove(job));
    kind.settled?.([payload]);
  }

  private remove({ seq }: Job): boolean {
    return this.store.run("DELETE FROM jobs WHERE seq = ?", seq) > 0;
  }

  /** The clock never goes back: a job that was due before runs now. */
  private momentOf({ dueAtMs }: Job): number {
    return Math.max(dueAtMs, this.clock.now());
  }

  private kindOf(job: Job): JobKind<unknown, unknown> {
    const kind = this.kinds.get(job.kind);
    if (!kind) throw new Error(`No handler for jobs of kind "${job.kind}".`);
    return kind;
  }
}
