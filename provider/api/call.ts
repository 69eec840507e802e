import { beginsAsPublishable } from "../text/key-value";
import type { Secrets } from "../text/secrets";
import { isPageInstead } from "./answer-body";
import { type ClassifyContext, classify } from "./classify";
import { type Attempt, PaymentServiceError } from "./errors";
import type { Answer, Exchange } from "./exchange";
import type { Operation } from "./operations";
import type { Rate } from "./rate";
import { retryDelayMs } from "./retry";
import { retryAfterMs } from "./retry-after";
import type { ConnectionSettings, Dependencies } from "./service";
import type { Transport } from "./transport";

/** One operation on one object in one account. */
export interface Call {
  operation: Operation;
  accountId: string;
  /** Fills `{id}` of the operation's path. */
  id?: string;
  /** Appended to the path; values that are undefined are left out. */
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  /** For messages, such as `API key key_123`. */
  object?: string;
}

/** Makes calls: places, attempts, waits, and errors for what fails in the end. */
export interface Caller {
  readonly serviceUrl: string;
  readonly secrets: Secrets;
  /** The first answer with a 2xx status that is no web page. @throws PaymentServiceError for everything else. */
  call(call: Call): Promise<Answer>;
  /** What was attempted, for errors found after the answer. */
  attemptOf(call: Call): Attempt;
}

export interface CallerParts {
  settings: ConnectionSettings;
  serviceUrl: string;
  transport: Transport;
  rate: Rate;
  secrets: Secrets;
  dependencies: Dependencies;
}

export function createCaller(parts: CallerParts): Caller {
  const { settings, serviceUrl, transport, rate, secrets, dependencies } = parts;
  const { timeouts } = settings;

  const attemptOf = ({ operation, accountId, object }: Call): Attempt => ({
    does: object === undefined ? operation.does.plain : `${operation.does.to} ${object}`,
    operation: `${operation.method} ${operation.path}`,
    serviceUrl,
    accountId,
    ...(object === undefined ? {} : { object }),
  });

  const contextOf = (call: Call): ClassifyContext => ({
    operation: call.operation,
    attempt: attemptOf(call),
    timeouts,
    secrets,
    looksPublishable: beginsAsPublishable(settings.apiKey),
  });

  const failed = (exchange: Exchange, call: Call, attempts: number): PaymentServiceError => {
    const details = classify(exchange, contextOf(call));
    const reason = attempts > 1 ? `${details.reason} (attempt ${attempts}, the last)` : details.reason;
    return new PaymentServiceError({ ...details, reason });
  };

  /** The last attempt ran out of time: what came before it says more. Of a write that says not what became of it. */
  const cutOff = (exchange: Exchange, before: Exchange, call: Call, attempts: number): PaymentServiceError => {
    const context = contextOf(call);
    const [told, earlier] = [classify(exchange, context), classify(before, context)];
    const reason = `${earlier.reason} (attempt ${attempts - 1}; attempt ${attempts} was cut off: ${told.reason})`;
    return new PaymentServiceError({ ...(call.operation.method === "GET" ? earlier : told), reason });
  };

  const call = async (each: Call): Promise<Answer> => {
    const { operation, accountId, body } = each;
    const path = pathOf(each, () => attemptOf(each));
    const startedMs = dependencies.monotonicMs();
    const leftMs = (): number => timeouts.totalMs - (dependencies.monotonicMs() - startedMs);
    let last: Exchange | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const slot = await rate.acquire(leftMs());
      if (slot === undefined) throw last === undefined ? notStarted(attemptOf(each)) : failed(last, each, attempts - 1);
      const exchange = await transport.exchange({
        method: operation.method,
        path,
        accountId,
        body,
        budgetMs: leftMs(),
      });
      const { answer } = exchange;
      const askedMs = answer === undefined ? undefined : retryAfterMs(answer);
      slot.release({ limited: answer?.status === 429, retryAfterMs: askedMs });
      if (answer !== undefined && isSuccess(answer)) return answer;
      const delayMs = retryDelayMs({
        exchange,
        repeatable: operation.repeatable,
        attempts,
        elapsedMs: timeouts.totalMs - leftMs(),
        totalMs: timeouts.totalMs,
        retryAfterMs: askedMs,
        random: dependencies.random(),
      });
      if (delayMs === undefined) {
        const isCutOff = exchange.failure?.kind === "total-timeout";
        throw isCutOff && last !== undefined
          ? cutOff(exchange, last, each, attempts)
          : failed(exchange, each, attempts);
      }
      last = exchange;
      await dependencies.sleep(delayMs);
    }
  };

  return { serviceUrl, secrets, call, attemptOf };
}

/** A page says nothing of what was asked: a delete that it "confirms" may never have reached the service. */
function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300 && !isPageInstead(answer);
}

function notStarted(attempt: Attempt): PaymentServiceError {
  return new PaymentServiceError({
    code: "rate-limited",
    attempt,
    reason:
      "not sent, because its turn would come too late: the service asked callers to wait, or many requests are waiting",
    advice: "Try again later, or raise totalMs of payments:timeouts.",
  });
}

function pathOf({ operation, id, query = {} }: Call, attempt: () => Attempt): string {
  // Dots and nothing would name another object: the collection, or the one above it.
  if (id !== undefined && /^\.{0,2}$/.test(id)) {
    throw new PaymentServiceError({
      code: "invalid-request",
      attempt: attempt(),
      reason: `not sent, because ${JSON.stringify(id)} is not an id`,
      advice: "Give the id that the service shows for the object.",
    });
  }
  const path = id === undefined ? operation.path : operation.path.replace("{id}", () => encodeURIComponent(id));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}
