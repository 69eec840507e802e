import type { Dependencies } from "./service";

/** Gap between requests once even one at a time is too many, in milliseconds: where it begins, and its bounds. */
const gapFirstMs = 50;
const gapMaxMs = 2_000;
const gapGoneMs = 10;

/** A place among the requests in flight; give it back exactly once. */
export interface Slot {
  release(outcome: { limited: boolean; retryAfterMs?: number | undefined }): void;
}

export interface Rate {
  /**
   * Waits for a place. Undefined, at once, if the service asked everybody to wait longer than `budgetMs` from now.
   */
  acquire(budgetMs: number): Promise<Slot | undefined>;
}

/**
 * Limits the requests in flight, and learns from 429: each burst of them halves the limit (or, at one in flight, widens
 * the gap between requests) and pauses everybody for as long as the service asked; successes bring the limit back by
 * one at a time.
 */
export function createRate(maxConcurrency: number, dependencies: Pick<Dependencies, "monotonicMs" | "sleep">): Rate {
  let window = maxConcurrency;
  let gapMs = 0;
  let inFlight = 0;
  let successes = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let nextStartMs = Number.NEGATIVE_INFINITY;
  let started = 0;
  let startedAtLastCut = 0;
  const waiting: (() => void)[] = [];

  const wake = (): void => {
    for (let free = window - inFlight; free > 0 && waiting.length > 0; free -= 1) waiting.shift()!();
  };

  const cut = (number: number, retryAfterMs: number | undefined): void => {
    if (retryAfterMs !== undefined) pausedUntilMs = Math.max(pausedUntilMs, dependencies.monotonicMs() + retryAfterMs);
    // What was in flight together is refused together; that is one lesson, not many.
    if (number <= startedAtLastCut) return;
    startedAtLastCut = started;
    successes = 0;
    if (window === 1) gapMs = Math.min(gapMaxMs, Math.max(gapFirstMs, gapMs * 2));
    window = Math.max(1, Math.floor(window / 2));
  };

  const grow = (): void => {
    successes += 1;
    if (successes < window) return;
    successes = 0;
    if (gapMs > 0) gapMs = gapMs < gapGoneMs ? 0 : gapMs * 0.8;
    else window = Math.min(maxConcurrency, window + 1);
  };

  return {
    acquire: async (budgetMs) => {
      const deadlineMs = dependencies.monotonicMs() + budgetMs;
      while (inFlight >= window) await new Promise<void>((resolve) => waiting.push(resolve));
      inFlight += 1;
      for (;;) {
        const nowMs = dependencies.monotonicMs();
        const startMs = Math.max(nowMs, pausedUntilMs, nextStartMs);
        if (startMs >= deadlineMs) {
          inFlight -= 1;
          wake();
          return undefined;
        }
        if (startMs > nowMs) {
          await dependencies.sleep(startMs - nowMs);
          // A later answer may have prolonged the pause meanwhile; a clock that lags the timer must not hold us.
          if (pausedUntilMs > startMs) continue;
        }
        nextStartMs = startMs + gapMs;
        break;
      }
      started += 1;
      const number = started;
      return {
        release: ({ limited, retryAfterMs }) => {
          inFlight -= 1;
          if (limited) cut(number, retryAfterMs);
          else grow();
          wake();
        },
      };
    },
  };
}
