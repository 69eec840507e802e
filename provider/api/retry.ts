import { type Exchange, type FailureKind, provablyNeverArrived } from "./exchange";

/** First step of the backoff, in milliseconds; each further attempt doubles it. */
const backoffBaseMs = 250;
const backoffMaxMs = 8_000;
/** Attempts at the most: of what may pass by itself soon, and of what is more likely a wrong address or nobody there. */
const attemptsMax = 8;
const attemptsMaxWhereNobodyAnswers = 5;

const final: ReadonlySet<FailureKind> = new Set([
  "unsendable",
  "read-only",
  "certificate",
  "certificates-unchecked",
  "no-tls",
  "too-large",
  "total-timeout",
]);

/**
 * Whether one more attempt is allowed. A write that must not happen twice (`repeatable: false`) is sent again only where
 * the request provably never arrived, or was refused with 429. The rest may be sent again after failures that can pass.
 */
export function mayRepeat(exchange: Exchange, repeatable: boolean): boolean {
  if (exchange.answer !== undefined) {
    const { status } = exchange.answer;
    if (status === 429) return true;
    return repeatable && (status === 408 || status === 425 || (status >= 500 && status !== 501 && status !== 505));
  }
  const { kind } = exchange.failure;
  // None of these passes by itself: a header that cannot be sent, a certificate or a port that is wrong, a body over the limit.
  if (final.has(kind)) return false;
  return repeatable || provablyNeverArrived(exchange.failure);
}

export interface RetryInput {
  exchange: Exchange;
  repeatable: boolean;
  /** Attempts made so far, this one included. */
  attempts: number;
  elapsedMs: number;
  /** Budget of the operation, all attempts and waits together. */
  totalMs: number;
  /** What the service asked for, if it did. */
  retryAfterMs?: number | undefined;
  /** In [0, 1). */
  random: number;
}

/**
 * How long to wait before the next attempt, in milliseconds; undefined to give up. Full jitter over a doubling step;
 * never sooner than the service asked; not at all if the wait would outlast the budget.
 */
export function retryDelayMs(input: RetryInput): number | undefined {
  if (!mayRepeat(input.exchange, input.repeatable)) return undefined;
  const kind = input.exchange.failure?.kind;
  const limit = kind === "dns" || kind === "refused" ? attemptsMaxWhereNobodyAnswers : attemptsMax;
  if (input.attempts >= limit) return undefined;
  const step = Math.min(backoffMaxMs, backoffBaseMs * 2 ** (input.attempts - 1));
  const jitterMs = input.random * step;
  // Those who were told the same moment should not all come at it.
  const delayMs = input.retryAfterMs === undefined ? jitterMs : input.retryAfterMs + jitterMs / 4;
  return input.elapsedMs + delayMs < input.totalMs ? delayMs : undefined;
}
