const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The table of attempts of the document: delays after the previous attempt. */
const delaysMs = [5 / 60, 1, 6, 17, 12, 12, 12].map((hours) => hours * hourMs);

export type Status = "active" | "inactive" | "pending" | "disabled";

interface ModelEvent {
  id: string;
  arrivedMs: number;
  attempts: { atMs: number; taken: boolean }[];
  /** When the next attempt is due, and in which order among those of one moment; absent if none is. */
  next?: { atMs: number; order: number };
  /** Whether it waits for the endpoint to be re-enabled. */
  waits: boolean;
}

/**
 * One webhook endpoint and its events, as the document's "States and transitions" and "Events" say, and nothing of the sandbox. Time is
 * moved from happening to happening.
 */
export class EndpointModel {
  status: Status = "active";
  events: ModelEvent[] = [];
  transitions: { from: Status; to: Status; atMs: number }[] = [];
  /** Notices: when, of what, and for inactive the milliseconds left before disabling. */
  mail: { atMs: number; kind: string; leftMs?: number }[] = [];
  /** Whether the receiver answers 2xx. */
  up = true;
  private failingSinceMs: number | undefined;
  /** The last successful delivery, or when the endpoint was last disabled: what can be replayed arrived after it. */
  private outageFromMs = Number.NEGATIVE_INFINITY;
  private order = 0;

  /** @param replaySet `all`: what used up its attempts is replayed too. `waiting`: only what still had some */
  constructor(
    public nowMs: number,
    private readonly replaySet: "all" | "waiting",
  ) {}

  emit(id: string): void {
    const event: ModelEvent = { id, arrivedMs: this.nowMs, attempts: [], waits: this.status === "inactive" };
    if (this.status === "active" || this.status === "pending") this.plan(event, this.nowMs);
    this.events.push(event);
  }

  /** PATCH with status active. */
  reenable(): void {
    if (this.status !== "inactive" && this.status !== "disabled") return;
    const wasInactive = this.status === "inactive";
    this.become("pending");
    this.failingSinceMs = undefined;
    // Two events a second, oldest first.
    this.events
      .filter((event) => event.waits || (wasInactive && this.replaySet === "all" && this.usedUpInOutage(event)))
      .forEach((event, index) => {
        event.waits = false;
        this.plan(event, this.nowMs + index * 500);
      });
  }

  advance(byMs: number): void {
    const toMs = this.nowMs + byMs;
    for (;;) {
      const [event] = this.events
        .filter(({ next }) => next)
        .sort((one, other) => one.next!.atMs - other.next!.atMs || one.next!.order - other.next!.order);
      const healthMs = this.healthDueMs();
      const dueMs = Math.min(event?.next?.atMs ?? Number.POSITIVE_INFINITY, healthMs);
      if (dueMs > toMs) break;
      this.nowMs = Math.max(dueMs, this.nowMs);
      if (event && event.next!.atMs < healthMs) this.attempt(event);
      else if (this.status === "active") this.becomeInactive();
      else this.becomeDisabled();
    }
    this.nowMs = toMs;
  }

  private usedUpInOutage({ attempts, arrivedMs, next }: ModelEvent): boolean {
    const usedUp = attempts.length > 0 && attempts.length % 8 === 0 && attempts.every(({ taken }) => !taken);
    return usedUp && next === undefined && arrivedMs >= this.outageFromMs;
  }

  private healthDueMs(): number {
    if (this.failingSinceMs === undefined) return Number.POSITIVE_INFINITY;
    if (this.status === "active") return this.failingSinceMs + 3 * dayMs;
    return this.status === "inactive" ? this.failingSinceMs + 7 * dayMs : Number.POSITIVE_INFINITY;
  }

  private attempt(event: ModelEvent): void {
    delete event.next;
    event.attempts.push({ atMs: this.nowMs, taken: this.up });
    if (this.up) {
      this.failingSinceMs = undefined;
      this.outageFromMs = this.nowMs;
      if (this.status === "pending") this.become("active");
      return;
    }
    this.failingSinceMs ??= this.nowMs;
    // The schedule of eight, begun anew by the replay of an event that had used it up.
    const delayMs = delaysMs[(event.attempts.length - 1) % 8];
    if (delayMs !== undefined) this.plan(event, this.nowMs + delayMs);
    else if (this.status === "pending") this.becomeInactive();
  }

  private plan(event: ModelEvent, atMs: number): void {
    event.next = { atMs, order: this.order++ };
  }

  private becomeInactive(): void {
    this.become("inactive");
    for (const event of this.events) {
      if (event.next) event.waits = true;
      delete event.next;
    }
    this.mail.push({
      atMs: this.nowMs,
      kind: "endpoint_inactive",
      leftMs: this.failingSinceMs! + 7 * dayMs - this.nowMs,
    });
  }

  private becomeDisabled(): void {
    this.become("disabled");
    this.outageFromMs = this.nowMs;
    for (const event of this.events) event.waits = false;
    this.mail.push({ atMs: this.nowMs, kind: "endpoint_disabled" });
  }

  private become(to: Status): void {
    this.transitions.push({ from: this.status, to, atMs: this.nowMs });
    this.status = to;
  }
}
