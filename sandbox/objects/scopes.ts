import { z } from "zod";
import { ServiceError } from "../core/errors";

/** Every scope that an operation of the interface asks for. The document gives the first five; the others are assumption `scope-names`. */
export const operationScopeSchema = z.enum([
  "accounts:read",
  "api_keys:read",
  "api_keys:write",
  "webhook_endpoints:read",
  "webhook_endpoints:write",
  "events:read",
  "customers:write",
  "payment_methods:write",
  "payment_intents:write",
  "subscriptions:write",
]);
export type OperationScope = z.output<typeof operationScopeSchema>;

const scopeSchema = z
  .string()
  .max(100)
  .regex(/^(\*|[a-z0-9_]+:[a-z0-9_]+)$/, 'must be "*" or of the form resource:action, such as api_keys:read');

/** Scopes as a caller gives them. Unknown ones are taken, since the document does not list all; doubles are dropped. */
export const scopesSchema = z
  .array(scopeSchema)
  .min(1, "must hold at least one scope")
  .max(100)
  .transform((scopes) => [...new Set(scopes)]);

/** @throws ServiceError `missing_scope`. Authentication, rule 5; one scope never includes another (assumption `scopes-are-exact`). */
export function requireScope(granted: readonly string[], needed: OperationScope, operation: string): void {
  if (granted.includes("*") || granted.includes(needed)) return;
  throw new ServiceError(
    "missing_scope",
    `The API key lacks the scope ${needed}, which ${operation} needs.`,
    "payments-api-key",
  );
}
