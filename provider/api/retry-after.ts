import type { Answer } from "./exchange";

/**
 * How long an answer asks to wait, in milliseconds: `Retry-After` as seconds or as an HTTP date. A date is measured
 * against the answer's own `Date`, so that a clock that differs from the service's does not matter; without one it
 * says nothing.
 */
export function retryAfterMs(answer: Pick<Answer, "headers">): number | undefined {
  const asked = answer.headers["retry-after"]?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(asked)) return Math.round(Number(asked) * 1000);
  const until = Date.parse(asked);
  const now = dateMs(answer);
  return Number.isNaN(until) || now === undefined ? undefined : Math.max(0, until - now);
}

/** The service's clock as the answer tells it, in milliseconds since 1970. */
export function dateMs(answer: Pick<Answer, "headers">): number | undefined {
  const date = Date.parse(answer.headers.date ?? "");
  return Number.isNaN(date) ? undefined : date;
}
