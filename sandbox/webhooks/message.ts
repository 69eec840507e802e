/** Goes with a webhook to one of the sandbox's own receivers: the attempt that it is, so that a repeated one is noted once. */
export const attemptHeader = "x-sandbox-attempt";

/** Where a webhook goes. `trusted` is one of the sandbox's own receivers, which the egress guard lets through. */
export interface WebhookTarget {
  url: string;
  trusted: boolean;
}

/** One webhook to send. */
export interface WebhookMessage extends WebhookTarget {
  json: string;
  /** Names the attempt: the same text only if the end of the process cut it short and it is made again. */
  attempt: string;
}

/**
 * How one attempt ended. succeeded: a 2xx answer. rejected: any other answer. timeout: none in time. unreachable: no connection, or one
 * that broke off. blocked: the egress guard refused the address, and nothing was sent.
 */
export type AttemptOutcome = "succeeded" | "rejected" | "timeout" | "unreachable" | "blocked";

export interface SentAttempt {
  outcome: AttemptOutcome;
  /** HTTP status of the answer; null where there was none. */
  status: number | null;
}

/** What an answer of this status means: Events, rule 3. */
export function answered(status: number): SentAttempt {
  return { outcome: status >= 200 && status < 300 ? "succeeded" : "rejected", status };
}

/** The headers of a webhook but for the address. */
export function headersOf({ json, trusted, attempt }: WebhookMessage): Record<string, string> {
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(json)),
    "user-agent": "pulumi-payments-sandbox",
    ...(trusted ? { [attemptHeader]: attempt } : {}),
  };
}
