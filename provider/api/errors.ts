import { outgoingLine } from "../text/outgoing";

/** Every way in which a call of the service can fail: a closed set, so that callers can branch on `code` and on nothing else. */
export const errorCodes = [
  "unauthorized",
  "forbidden",
  "not-found",
  "method-not-allowed",
  "not-enabled-for-account",
  "conflict",
  "invalid-request",
  "rate-limited",
  "unavailable",
  "timeout",
  "unreachable",
  "malformed-response",
  "ambiguous",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Codes with which a service says that it wrote nothing. */
export const definiteRefusals: ReadonlySet<ErrorCode> = new Set([
  "unauthorized",
  "forbidden",
  "not-found",
  "method-not-allowed",
  "not-enabled-for-account",
  "conflict",
  "invalid-request",
  "rate-limited",
]);

/** What was attempted: enough to say so in a sentence, and nothing secret. */
export interface Attempt {
  /** What it was for, as in "could not …": `delete API key key_123`. */
  does: string;
  /** Method and path template, such as `DELETE /v1/api-keys/{id}`. */
  operation: string;
  /** The address that was asked, without credentials. */
  serviceUrl: string;
  /** The account that the request acted on behalf of. */
  accountId: string;
  /** The object, such as `API key key_123`, where there is one. */
  object?: string;
}

export interface PaymentServiceErrorDetails {
  code: ErrorCode;
  attempt: Attempt;
  /** HTTP status of the answer, where one came. */
  status?: number;
  /** What the service answered: code and message of its error, each a short line or withheld; or the kind and length of another body. */
  answer?: string;
  /** The missing scope, if the service or the contract tells. */
  missingScope?: string;
  /** For `rate-limited`: how long the service asked to wait. */
  retryAfterMs?: number;
  /** For `ambiguous`: the id of a key that a creation was answered with and that it did not create. */
  contrary?: string;
  /** What to do next: a sentence that begins with the verb. */
  advice: string;
  /** What went wrong, one clause: "the credential was refused". */
  reason: string;
  cause?: unknown;
}

const marker = Symbol.for("pulumi-payments.PaymentServiceError");

/**
 * A failed call. The message says what could not be done, to which object in which account, why, what the service answered
 * and what to do next; the same facts stand in the fields. Never holds a key's value.
 */
export class PaymentServiceError extends Error {
  override readonly name = "PaymentServiceError";
  readonly code: ErrorCode;
  readonly details: PaymentServiceErrorDetails;
  readonly [marker] = true;

  constructor(details: PaymentServiceErrorDetails) {
    super(outgoingLine(sentenceOf(details)), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.details = details;
  }

  /** True for errors of this class, even of another copy of the package. */
  static isInstance(value: unknown): value is PaymentServiceError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[marker] === true;
  }
}

function sentenceOf(details: PaymentServiceErrorDetails): string {
  const { attempt } = details;
  const answered =
    details.status === undefined
      ? ""
      : ` The service answered ${details.status} to ${attempt.operation}${details.answer ? `: ${details.answer}` : ""}.`;
  return `could not ${attempt.does} in account ${attempt.accountId} at ${attempt.serviceUrl}: ${details.reason}.${answered} ${details.advice}`;
}
