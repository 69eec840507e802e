import { lastInstantMs } from "./calendar";
import { ServiceError } from "./errors";
import type { Store } from "./store";

/** `real`, `manual`, or `x` and a factor: that many seconds pass for one of the wall. */
export type ClockMode = string;

interface ClockRow {
  virtual_ms: number;
  wall_ms: number;
}

/** The only clock of a sandbox. Everything that is stored, compared or logged takes its time from here. */
export class Clock {
  private virtualMs = 0;
  private wallMs = 0;

  constructor(
    private readonly store: Store,
    readonly mode: ClockMode,
    private readonly startMs: number,
    private readonly wallNow: () => number,
  ) {
    if (!this.load()) this.reset();
    store.onRollback(() => this.load());
  }

  /** Whether a store has the time of a clock that ran before. */
  static isIn(store: Store): boolean {
    return store.get("SELECT 1 FROM clock") !== undefined;
  }

  /** Milliseconds since 1970 UTC. */
  now(): number {
    if (this.mode === "real") return this.wallNow();
    if (this.mode === "manual") return this.virtualMs;
    const shownMs = Math.floor(this.virtualMs + (this.wallNow() - this.wallMs) * this.factor());
    return Math.min(shownMs, Math.max(this.virtualMs, lastInstantMs));
  }

  /** How many milliseconds of the wall pass until a clock that moves by itself shows `ms`; a fast one never gets past its last instant. */
  wallMsUntil(ms: number): number {
    if (this.mode !== "real" && ms > lastInstantMs) return Number.POSITIVE_INFINITY;
    return Math.ceil(Math.max(0, ms - this.now()) / (this.mode === "real" ? 1 : this.factor()));
  }

  isManual(): boolean {
    return this.mode === "manual";
  }

  /** Moves a manual clock forward; the move is part of the transaction around it. */
  moveTo(ms: number): void {
    this.requireManual();
    this.set(ms);
  }

  /** One of several moves within one transaction, which `pin` writes down at its end. */
  stepTo(ms: number): void {
    this.requireManual();
    this.virtualMs = ms;
  }

  /** @throws ServiceError `clock_not_manual` */
  requireManual(): void {
    if (this.isManual()) return;
    throw new ServiceError(
      "clock_not_manual",
      `The clock is "${this.mode}" and moves by itself; start the sandbox with --clock manual to advance it.`,
    );
  }

  /** Writes the present moment down, so that a snapshot and the next start carry it. */
  pin(): void {
    this.set(this.now());
  }

  /** Goes on from the moment last written down, as after a snapshot was restored. */
  resume(): void {
    this.load();
    this.set(this.virtualMs);
  }

  /** Back to where the clock started. */
  reset(): void {
    this.set(this.startMs);
  }

  private factor(): number {
    return Number(this.mode.slice(1));
  }

  private set(ms: number): void {
    const wallMs = this.wallNow();
    this.store.run(
      "INSERT INTO clock (id, virtual_ms, wall_ms) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET virtual_ms = excluded.virtual_ms, wall_ms = excluded.wall_ms",
      ms,
      wallMs,
    );
    this.virtualMs = ms;
    this.wallMs = wallMs;
  }

  private load(): boolean {
    const row = this.store.get<ClockRow>("SELECT virtual_ms, wall_ms FROM clock");
    if (row) {
      this.virtualMs = row.virtual_ms;
      this.wallMs = row.wall_ms;
    }
    return row !== undefined;
  }
}

/** An instant as the interface shows it: ISO 8601 in UTC with milliseconds. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
