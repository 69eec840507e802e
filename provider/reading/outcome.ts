import type { ErrorCode } from "../api/errors";
import { holdsKeyValue } from "../text/key-value";

/**
 * Every way in which a reading can fail.
 * - `arguments`: what was asked for can't be asked for; nothing was sent
 * - `configuration`: the stack's configuration is incomplete or wrong; nothing was sent
 * - `not-found`: proven absent
 * - `ambiguous`: a name that several keys have
 * - `unreadable`: the service could not be read, so nothing is known
 */
export type ReadingFailureCode = "arguments" | "configuration" | "not-found" | "ambiguous" | "unreadable";

export interface ReadingFailure {
  code: ReadingFailureCode;
  /** What was asked for, in which account, what stands against it and what to do next. Never a value. */
  message: string;
  /** With `unreadable`: how the call of the service failed, where it was a call that failed. */
  serviceCode?: ErrorCode;
}

/** What a reading came to: metadata, or why there is none. */
export type Outcome = { result: Record<string, unknown> } | { failure: ReadingFailure };

/** A name as a message shows it: one that looks like a key's value, pasted by mistake, stays unseen. Pure. */
export function quoted(name: string): string {
  return holdsKeyValue(name) ? "that was asked for (not shown, since it looks like a value)" : JSON.stringify(name);
}
