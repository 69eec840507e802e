/** One complete answer: the body was read to its end. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** How an exchange can fail to give a complete answer: a closed set, so that deciding about retries stays pure. */
export const failureKinds = [
  "unsendable",
  "read-only",
  "dns",
  "certificate",
  "certificates-unchecked",
  "tls",
  "no-tls",
  "refused",
  "proxy",
  "connect-timeout",
  "headers-timeout",
  "body-timeout",
  "total-timeout",
  "reset",
  "truncated",
  "too-large",
  "protocol",
  "network",
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface Failure {
  kind: FailureKind;
  /** True if it happened while connecting to the service itself: not through a proxy, and before anything was sent. */
  direct: boolean;
  /** Status of the answer whose body did not arrive whole, where headers had come. */
  status?: number;
  /** What the platform said, one clause. */
  note: string;
  /** The platform's own code, such as `ECONNRESET`. */
  platformCode?: string;
}

/** What came of sending one request once. */
export type Exchange = { answer: Answer; failure?: undefined } | { failure: Failure; answer?: undefined };

/**
 * True only where the request cannot have reached the service: its name did not resolve, its TLS handshake failed, or
 * it refused the connection itself. Through a proxy only a refused certificate proves that; whatever else a proxy does,
 * what went on behind it stays unknown.
 */
export function provablyNeverArrived(failure: Failure): boolean {
  if (["certificate", "certificates-unchecked", "unsendable", "read-only"].includes(failure.kind)) return true;
  return failure.direct && ["dns", "tls", "no-tls", "refused"].includes(failure.kind);
}
