import * as pulumi from "@pulumi/pulumi";

/**
 * Why a reading failed. `arguments`, `configuration`: nothing was sent. `not-found`: proven absent. `ambiguous`: several
 * keys have the name. `unreadable`: the service could not be read, so nothing is known.
 */
export type ReadingErrorCode = "arguments" | "configuration" | "not-found" | "ambiguous" | "unreadable";

const marker = Symbol.for("pulumi-payments.ReadingError");

/** A reading that failed. The message says what was asked for, in which account, and what to do next; it never holds a key's value. */
export class ReadingError extends pulumi.RunError {
  override readonly name: string = "ReadingError";
  readonly [marker] = true;

  constructor(
    readonly code: ReadingErrorCode,
    message: string,
    /** With `unreadable`: how the call of the service failed, such as `forbidden`, where it was a call that failed. */
    readonly serviceCode?: string | undefined,
  ) {
    super(message);
  }

  /** True for errors of this class, even of another copy of this package. */
  static override isInstance(value: unknown): value is ReadingError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[marker] === true;
  }
}

/**
 * There is no such object, and that is proven: two consistent readings of the whole list do not show the key, or the
 * service, which reads other endpoints, answers 404 for the endpoint twice.
 */
export class NotFoundError extends ReadingError {
  override readonly name = "NotFoundError";

  constructor(message: string) {
    super("not-found", message);
  }

  /** True for errors of this class, even of another copy of this package. */
  static override isInstance(value: unknown): value is NotFoundError {
    return ReadingError.isInstance(value) && value.code === "not-found";
  }
}
