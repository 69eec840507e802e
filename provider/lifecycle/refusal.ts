import { PaymentServiceError } from "../api/errors";

/** A failure that a person reads: say what was attempted, what stands against it and what to do next. */
export class Refusal extends Error {}

/** What a failure says to a person. A defect of ours says so; its message can't hold more than ours do. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal || PaymentServiceError.isInstance(error)) return error.message;
  const where = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `unexpected failure in pulumi-payments; please report it. ${where}`;
}
