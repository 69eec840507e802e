import { reasonOf } from "../lifecycle/refusal";
import { outgoing, outgoingLine } from "../text/outgoing";
import { unprinted } from "./failure-line";

/** What the SDK's dynamic-provider process needs in place of an Error: `details` is shown on the resource word for word. */
export interface PulumiFailure {
  code: number;
  details: string;
  message: string;
  stack: string;
  toString(): string;
  /** A partial failure: the object is there and state is to hold it. */
  id?: string;
  properties?: Record<string, unknown>;
  reasons?: string[];
}

const grpcUnknown = 2;

/**
 * Longest text of a failure, in characters as they are sent. It travels in a header of the engine's protocol, up to three
 * times, beside what a partial failure saves. The SDK never answers the engine where that exceeds 64 KiB.
 */
const textMax = 8_000;
/** The headers carry ASCII: a character that is not in it is sent as up to nine. */
const sentLength = (text: string): number => encodeURI(text).length;

/** A text that the engine receives, whatever somebody else's words in it are. Pure. */
function receivable(text: string): string {
  let shown = text.toWellFormed();
  if (sentLength(shown) <= textMax) return shown;
  const rest = " … (cut: the rest is too long for the engine)";
  while (sentLength(shown) > textMax) shown = shown.slice(0, Math.floor(shown.length * 0.9)).toWellFormed();
  return shown + rest;
}

/** The text of a failure as it may leave, in a length that the engine receives. */
export const failureText = (text: string): string => receivable(outgoing(text));

export function pulumiFailure(subject: string, text: string): PulumiFailure {
  const details = failureText(text);
  return {
    code: grpcUnknown,
    details,
    message: details,
    ...unprinted(outgoingLine(subject)),
  };
}

/** Turns whatever was thrown into a failure. */
export const failureFrom = (subject: string, error: unknown): PulumiFailure =>
  isPulumiFailure(error) ? error : pulumiFailure(subject, reasonOf(error));

function isPulumiFailure(error: unknown): error is PulumiFailure {
  return (
    typeof error === "object" && error !== null && "details" in error && "code" in error && !(error instanceof Error)
  );
}
