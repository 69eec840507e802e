import { type ErrorCode, errorStatus } from "../core/errors";
import type { Operation } from "../http/operation";

/** Codes that an operation may answer with, in the order of `errorStatus`. What may meet any request at all is not among them. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const { method, params, query, body, account, keys, refusals = [] } = operation;
  const codes = new Set<ErrorCode>([
    ...(["invalid_request", "missing_parameter", "unknown_parameter"] as const),
    ...(["missing_api_key", "invalid_api_key", "account_not_accessible", "missing_scope", "wrong_host"] as const),
    ...(params || query || body ? (["invalid_parameter"] as const) : []),
    ...(account === "any" ? [] : (["operation_not_enabled"] as const)),
    ...(keys === "any" ? [] : (["key_type_not_allowed"] as const)),
    ...(params ? (["not_found"] as const) : []),
    ...(method === "GET" ? [] : (["invalid_json", "body_too_large", "unsupported_media_type"] as const)),
    ...refusals,
  ]);
  return (Object.keys(errorStatus) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The codes by the status that they travel under. */
export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  for (const code of codes) found.set(errorStatus[code], [...(found.get(errorStatus[code]) ?? []), code]);
  return found;
}
