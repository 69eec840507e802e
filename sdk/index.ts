import "./needs-pulumi.js";

export type { ApiKeyType } from "../provider/api/contract/api-key-type.js";
export type { DocumentedScope, Scope } from "../provider/api/contract/scope.js";
export type { WebhookEndpointStatus } from "../provider/api/contract/webhook-endpoint-status.js";
export { ApiKey } from "./api-key.js";
export { ApplePayDomainScopes } from "./apple-pay-domain-scopes.js";
export type {
  ApiKeyArgs,
  ApiKeyArgsOfOutput,
  ApiKeyCommonArgs,
  ApiKeyOutputs,
  PublishableApiKeyArgs,
  SecretApiKeyArgs,
} from "./generated/api-key.js";
export type { ApplePayDomainScopesArgs, ApplePayDomainScopesOutputs } from "./generated/apple-pay-domain-scopes.js";
export type { GetApiKeyArgs, GetApiKeyResult } from "./generated/get-api-key.js";
export type { ApiKeyFilter, GetApiKeysArgs, GetApiKeysResult } from "./generated/get-api-keys.js";
export type { GetWebhookEndpointArgs, GetWebhookEndpointResult } from "./generated/get-webhook-endpoint.js";
export type { RotatingApiKeyArgs, RotatingApiKeyOutputs } from "./generated/rotating-api-key.js";
export type { WebhookEndpointArgs, WebhookEndpointOutputs } from "./generated/webhook-endpoint.js";
export { getApiKey, getApiKeyOutput } from "./get-api-key.js";
export { getApiKeys, getApiKeysOutput } from "./get-api-keys.js";
export { getWebhookEndpoint, getWebhookEndpointOutput } from "./get-webhook-endpoint.js";
export type { ReadingOptions } from "./read.js";
export { NotFoundError, ReadingError, type ReadingErrorCode } from "./reading-error.js";
export { RotatingApiKey } from "./rotating-api-key.js";
export { WebhookEndpoint } from "./webhook-endpoint.js";
