import type { Secrets } from "../text/secrets";
import {
  isGarbledJson,
  isHtml,
  namedScope,
  saysNotEnabledForAccount,
  showAnswer,
  subjectOfRefusal,
} from "./answer-body";
import type { Attempt, ErrorCode, PaymentServiceErrorDetails } from "./errors";
import { type Answer, type Exchange, type Failure, type FailureKind, provablyNeverArrived } from "./exchange";
import type { Operation } from "./operations";
import { quote } from "./quote";
import { retryAfterMs } from "./retry-after";
import type { Timeouts } from "./service";
import { isLoopback } from "./service-url";

export interface ClassifyContext {
  operation: Operation;
  attempt: Attempt;
  timeouts: Timeouts;
  secrets: Secrets;
  /** The credential has the form that values of publishable keys usually have. */
  looksPublishable?: boolean;
}

type Meaning = Pick<PaymentServiceErrorDetails, "code" | "reason" | "advice"> & { missingScope?: string };

const lookFirst =
  "The result is unknown. Look for the object before you try again: another try could create a second one.";

/** What an exchange that did not succeed means, as the details of an error. Pure. A 2xx comes here only as a web page. */
export function classify(exchange: Exchange, context: ClassifyContext): PaymentServiceErrorDetails {
  const { attempt, secrets } = context;
  if (exchange.answer === undefined) {
    const { failure } = exchange;
    const details: PaymentServiceErrorDetails = { ...ofFailure(failure, context), attempt };
    if (failure.status !== undefined) details.status = failure.status;
    const cause = new Error(quote(failure.note, secrets));
    details.cause = failure.platformCode === undefined ? cause : Object.assign(cause, { code: failure.platformCode });
    return details;
  }
  const { answer } = exchange;
  const details: PaymentServiceErrorDetails = { ...ofAnswer(answer, context), attempt, status: answer.status };
  const shown = showAnswer(answer, secrets, keptIds(attempt));
  if (shown !== undefined) details.answer = shown;
  const waitMs = retryAfterMs(answer);
  if (details.code === "rate-limited" && waitMs !== undefined) details.retryAfterMs = waitMs;
  return details;
}

/** Ids that may be shown though they are long: those of the attempt itself. */
export function keptIds(attempt: Attempt): string[] {
  return [attempt.accountId, ...(attempt.object?.split(" ") ?? [])];
}

/**
 * An answer that is no success and no definite refusal. For a write that must not happen twice that is all that is not a
 * complete, well-formed 4xx: a redirect too, since "see other" is also how a service says that the thing was made.
 */
function ofAnswer(answer: Answer, context: ClassifyContext): Meaning {
  const meaning = withOwnAdvice(meaningOf(answer, context), context.operation);
  const definite = answer.status >= 400 && answer.status < 500 && (answer.status === 429 || isWellFormed(answer));
  return context.operation.repeatable || definite ? meaning : ambiguous(meaning);
}

function withOwnAdvice(meaning: Meaning, operation: Operation): Meaning {
  const own = operation.advice?.[meaning.code];
  return own === undefined ? meaning : { ...meaning, advice: `${meaning.advice} ${own}` };
}

function ambiguous(meaning: Meaning): Meaning {
  return { code: "ambiguous", reason: meaning.reason, advice: `${lookFirst} ${meaning.advice}` };
}

function isWellFormed(answer: Answer): boolean {
  return !isHtml(answer) && !isGarbledJson(answer);
}

const checkProxy = "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.";
const byStatus: Readonly<Record<number, Meaning>> = {
  404: {
    code: "not-found",
    reason: "the service has no such object",
    advice: "Check the id, and that payments:accountId names the account that the object belongs to.",
  },
  405: {
    code: "method-not-allowed",
    reason: "the service does not offer this operation",
    advice: "For updates of keys, set payments:updateMethod to the method that the service takes.",
  },
  407: {
    code: "unreachable",
    reason: "a proxy wants credentials",
    advice: checkProxy,
  },
  408: {
    code: "timeout",
    reason: "the service gave up waiting for the request",
    advice: "Try again. If this continues, check the network in between.",
  },
  409: {
    code: "conflict",
    reason: "the service refused the request because of the object's current state",
    advice: "Check the object's current state, then try again.",
  },
  425: {
    code: "unavailable",
    reason: "the service is not ready to respond yet",
    advice: "Try again later.",
  },
  429: {
    code: "rate-limited",
    reason: "the service limits the rate of requests",
    advice: "Try again later, or lower payments:maxConcurrency.",
  },
};
/** A collection has no id that could be unknown: that it is not found says nothing of any object in it. */
const noSuchPath: Meaning = {
  code: "method-not-allowed",
  reason: "nothing was found at this address, so it may not be the payment service",
  advice: "Check payments:baseUrl, payments:accountId, and any proxy or gateway in between.",
};
/** Statuses that mean here what another one does. */
const meansAs: Readonly<Record<number, number>> = { 410: 404, 412: 409, 423: 409, 428: 409, 501: 405 };

function meaningOf(answer: Answer, context: ClassifyContext): Meaning {
  const { status } = answer;
  if (status >= 300 && status < 400) return redirected(answer, context);
  const plain = byStatus[meansAs[status] ?? status];
  if (status < 500 && !isWellFormed(answer) && ![405, 407, 429].includes(status)) return notTheService(answer);
  if (status === 401) return unauthorized();
  // The document shows this refusal by its words alone ("Errors").
  if (status < 500 && saysNotEnabledForAccount(answer)) return notEnabled(context.attempt.accountId);
  if (status === 403) return forbidden(answer, context);
  if (plain?.code === "not-found" && !context.operation.path.includes("{id}")) return noSuchPath;
  if (plain !== undefined) return plain;
  if (status >= 500) {
    return {
      code: "unavailable",
      reason: "the service could not answer",
      advice: "Try again later. If this continues, contact the operator of the service.",
    };
  }
  return {
    code: "invalid-request",
    reason: "the service refused the request",
    advice: "Compare the request with the service's response, and fix the arguments.",
  };
}

function redirected(answer: Answer, { secrets }: ClassifyContext): Meaning {
  const { location } = answer.headers;
  const target = location === undefined ? "" : ` to ${quote(location, secrets)}`;
  return {
    code: "malformed-response",
    reason: `the service redirected${target}, and redirects are not followed, because the credential would be sent along`,
    advice: "Set payments:baseUrl to the address that serves the interface itself.",
  };
}

function notTheService(answer: Answer): Meaning {
  const what = isHtml(answer) ? "a web page" : "something other than the JSON that it claims to be";
  return {
    code: "malformed-response",
    reason: `the answer is ${what}, so it may not come from the payment service`,
    advice: "Check payments:baseUrl, and any proxy or gateway in between.",
  };
}

function unauthorized(): Meaning {
  return {
    code: "unauthorized",
    reason: "the credential was refused",
    advice: "Check payments:apiKey: the key may have been deleted, belong to another service, or be publishable.",
  };
}

function notEnabled(accountId: string): Meaning {
  return {
    code: "not-enabled-for-account",
    reason: "the operation is not enabled for this account",
    advice: `Set payments:accountId to the id of a merchant (connected) account: ${accountId} may be the partner account.`,
  };
}

function forbidden(answer: Answer, { operation, attempt, secrets, looksPublishable }: ClassifyContext): Meaning {
  const meaning = { code: "forbidden", reason: "the credential may not do this" } as const;
  const subject = subjectOfRefusal(answer, secrets);
  if (subject === "publishable key" || (subject === undefined && looksPublishable)) {
    const advice =
      "Set payments:apiKey to the value of a secret key: a publishable key, which this one may be, reaches only a few endpoints.";
    return { ...meaning, advice };
  }
  if (subject === "account") {
    const advice = `The credential may not act on behalf of account ${attempt.accountId}. Set payments:accountId, or accountId of the resource, to an account of that key, or use a key of the account.`;
    return { ...meaning, advice };
  }
  const named = namedScope(answer, secrets);
  const scope = named ?? operation.assumedScope;
  // What says nothing of a scope may be about the account as well.
  const key = subject === "scope" ? "a secret key" : "a secret key of this account (payments:accountId)";
  const advice =
    scope === undefined
      ? `Use ${key} whose scopes cover this operation.`
      : `Use ${key} with the scope ${scope}${named === undefined ? " (which one it needs is assumed)" : ""}.`;
  return scope === undefined ? { ...meaning, advice } : { ...meaning, advice, missingScope: scope };
}

const byFailure: Readonly<
  Record<FailureKind, (failure: Failure, context: ClassifyContext) => [ErrorCode, string, string]>
> = {
  unsendable: (failure) => [
    "invalid-request",
    failure.note,
    "Set the value again, without line breaks or spaces around it.",
  ],
  "read-only": () => [
    "invalid-request",
    "not sent, since this run only reads",
    "To write, run without PAYMENTS_READ_ONLY.",
  ],
  dns: () => [
    "unreachable",
    "the name of the service could not be resolved",
    "Check payments:baseUrl and the network.",
  ],
  certificate: () => [
    "unreachable",
    "the certificate of the service is not trusted",
    "If the service uses its own certificate authority, set NODE_EXTRA_CA_CERTS to its file.",
  ],
  "certificates-unchecked": () => [
    "unreachable",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so anyone could receive the credential",
    "Unset NODE_TLS_REJECT_UNAUTHORIZED. If the service uses its own certificate authority, set NODE_EXTRA_CA_CERTS to its file.",
  ],
  tls: () => ["unreachable", "no TLS connection could be made", "Check that payments:baseUrl names an https port."],
  "no-tls": () => [
    "unreachable",
    "the server does not speak TLS on this port, so it may be an http port",
    "Check the port of payments:baseUrl. If the service runs on this machine without TLS, start the address with http://.",
  ],
  refused: ({ direct }, { attempt: { serviceUrl } }) => [
    "unreachable",
    direct ? "the service refused the connection" : "the proxy refused the connection",
    direct
      ? `Check that the service runs and that payments:baseUrl has the right port.${isLoopback(serviceUrl) ? " If it is the local payment service, start it with 'npx pulumi-payments-sandbox'." : ""}`
      : checkProxy,
  ],
  proxy: () => ["unreachable", "the proxy did not open a way to the service", checkProxy],
  "connect-timeout": (_, { timeouts: { connectMs } }) => [
    "timeout",
    `no connection within ${connectMs} ms`,
    "Check the network, or raise connectMs of payments:timeouts.",
  ],
  "headers-timeout": (_, { timeouts: { headersMs } }) => [
    "timeout",
    `no answer within ${headersMs} ms`,
    "Try again, or raise headersMs of payments:timeouts.",
  ],
  "body-timeout": (_, { timeouts: { bodyMs } }) => [
    "timeout",
    `the answer stopped arriving for ${bodyMs} ms`,
    "Try again, or raise bodyMs of payments:timeouts.",
  ],
  "total-timeout": (_, { timeouts: { totalMs } }) => [
    "timeout",
    `not done within ${totalMs} ms, all attempts together`,
    "Try again, or raise totalMs of payments:timeouts.",
  ],
  reset: () => [
    "unreachable",
    "the connection broke before an answer came",
    "Try again. If this continues, check the network in between.",
  ],
  truncated: () => [
    "malformed-response",
    "the answer was cut off",
    "Try again. If this continues, check the network in between.",
  ],
  "too-large": () => [
    "malformed-response",
    "the response is larger than any of this interface",
    "Check payments:baseUrl.",
  ],
  protocol: () => ["malformed-response", "the answer is not HTTP", "Check payments:baseUrl, especially the port."],
  network: () => ["unreachable", "the network failed", "Check the network, then try again."],
};

function ofFailure(failure: Failure, context: ClassifyContext): Meaning {
  const [code, what, advice] = byFailure[failure.kind](failure, context);
  const note = ["unsendable", "read-only", "certificates-unchecked"].includes(failure.kind)
    ? ""
    : `: ${quote(failure.note, context.secrets)}`;
  const meaning: Meaning = { code, reason: `${what}${note}`, advice };
  return context.operation.repeatable || provablyNeverArrived(failure) ? meaning : ambiguous(meaning);
}
