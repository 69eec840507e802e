/** What one request may be at most: assumption `request-limits`. More is refused before anything is done. */
export const requestLimits = {
  bodyBytes: 1_048_576,
  /** Request line and headers together. */
  headBytes: 16_384,
  /** Objects and lists within each other. */
  jsonDepth: 32,
  /** Characters of one text, and of one field name, in a body. */
  textLength: 100_000,
} as const;

/** How long a sender may take, in wall milliseconds, so that slow ones cannot hold connections forever. */
export interface ReceiveTimeouts {
  /** From the connection, or the end of the request before, to the end of the headers. */
  headMs: number;
  /** The same to the end of the body; not less than `headMs`. */
  requestMs: number;
  /** How often connections are checked. */
  checkEveryMs: number;
}

export const receiveTimeouts: ReceiveTimeouts = { headMs: 10_000, requestMs: 30_000, checkEveryMs: 1_000 };
