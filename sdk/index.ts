export type { ApiKeyType } from "../provider/api/contract/api-key-type.js";
export type { DocumentedScope, Scope } from "../provider/api/contract/scope.js";
export type { WebhookEndpointStatus } from "../provider/api/contract/webhook-endpoint-status.js";
export { ApiKey } from "./api-key.js";
export { ApplePayDomainScopes } from "./apple-pay-domain-scopes.js";
export type { ApiKeyArgs, ApiKeyOutputs } from "./generated/api-key.js";
export type { ApplePayDomainScopesArgs, ApplePayDomainScopesOutputs } from "./generated/apple-pay-domain-scopes.js";
export type { WebhookEndpointArgs, WebhookEndpointOutputs } from "./generated/webhook-endpoint.js";
export { WebhookEndpoint } from "./webhook-endpoint.js";
