import "../needs-pulumi";

export type { ApiKeyType } from "../../provider/api/contract/api-key-type";
export type { DocumentedScope, Scope } from "../../provider/api/contract/scope";
export type { WebhookEndpointStatus } from "../../provider/api/contract/webhook-endpoint-status";
export type {
  ApiKeyArgs,
  ApiKeyArgsOfOutput,
  ApiKeyCommonArgs,
  ApiKeyOutputs,
  PublishableApiKeyArgs,
  SecretApiKeyArgs,
} from "../generated/api-key";
export type { ApplePayDomainScopesArgs, ApplePayDomainScopesOutputs } from "../generated/apple-pay-domain-scopes";
export type { GetApiKeyArgs, GetApiKeyResult } from "../generated/get-api-key";
export type { ApiKeyFilter, GetApiKeysArgs, GetApiKeysResult } from "../generated/get-api-keys";
export type { GetWebhookEndpointArgs, GetWebhookEndpointResult } from "../generated/get-webhook-endpoint";
export type { ProviderArgs } from "../generated/provider";
export type { RotatingApiKeyArgs, RotatingApiKeyOutputs } from "../generated/rotating-api-key";
export type { WebhookEndpointArgs, WebhookEndpointOutputs } from "../generated/webhook-endpoint";
export type { ReadingOptions } from "../read";
export { NotFoundError, ReadingError, type ReadingErrorCode } from "../reading-error";
export { ApiKey } from "./api-key";
export { ApplePayDomainScopes } from "./apple-pay-domain-scopes";
export { Provider } from "./provider";
export {
  getApiKey,
  getApiKeyOutput,
  getApiKeys,
  getApiKeysOutput,
  getWebhookEndpoint,
  getWebhookEndpointOutput,
} from "./readings";
export { RotatingApiKey } from "./rotating-api-key";
export { WebhookEndpoint } from "./webhook-endpoint";
