const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delays after the previous attempt, from the second attempt on: Events, rule 5 (assumption `retry-delays`). */
const retryDelaysMs = [5 * minuteMs, hourMs, 6 * hourMs, 17 * hourMs, 12 * hourMs, 12 * hourMs, 12 * hourMs] as const;

/** Attempts per event and endpoint: the first and its retries. A replay of what used them up starts again (assumption `replay-set`). */
export const mostAttempts = retryDelaysMs.length + 1;

/** How long after the attempt of this number (the first is 1) the next one is due; undefined after the last of a schedule. */
export function delayAfterMs(attempt: number): number | undefined {
  return retryDelaysMs[(attempt - 1) % mostAttempts];
}
