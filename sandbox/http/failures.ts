import { ServiceError } from "../core/errors";

/** Turns whatever went wrong while a request was served into the refusal to answer. What is our own fault is logged, not shown. */
export function toServiceError(error: unknown, log: (line: string) => void): ServiceError {
  if (error instanceof ServiceError) return error;
  const { statusCode, message, stack } = error as { statusCode?: number; message?: string; stack?: string };
  if (statusCode === 413) return new ServiceError("body_too_large", "The body is larger than 1 MiB.", "body");
  if (statusCode === 415)
    return new ServiceError("unsupported_media_type", "Send bodies as content-type: application/json.", "content-type");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError("invalid_request", `The request cannot be read: ${message}.`);
  }
  log(`internal error: ${stack ?? String(error)}`);
  return new ServiceError("internal", "The sandbox failed. This is a bug in the sandbox: see its log.");
}
