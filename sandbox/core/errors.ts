/** Why the sandbox refused a call: the closed set of `error.code`, each with the HTTP status it travels under (assumption `error-shape`). */
export const errorStatus = {
  invalid_json: 400,
  invalid_request: 400,
  invalid_parameter: 400,
  missing_parameter: 400,
  unknown_parameter: 400,
  invalid_payment_method: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  invalid_admin_token: 401,
  card_declined: 402,
  expired_card: 402,
  account_not_accessible: 403,
  operation_not_enabled: 403,
  missing_scope: 403,
  key_type_not_allowed: 403,
  wrong_host: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  clock_not_manual: 409,
  clock_interrupted: 409,
  payment_method_attached: 409,
  payment_intent_succeeded: 409,
  wrong_subscription_status: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  head_too_large: 431,
  internal: 500,
  storage_failed: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A refusal that the caller can act on. `param` names the field, header or query parameter at fault. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly param?: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = errorStatus[code];
  }
}
