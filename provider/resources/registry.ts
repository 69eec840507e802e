import type { ResourceClassName } from "../text/class-names";
import { apiKey } from "./api-key";
import { applePayDomainScopes } from "./apple-pay-domain-scopes";
import { rotatingApiKey } from "./rotating-api-key";
import { webhookEndpoint } from "./webhook-endpoint";

/** Every resource, by the name of its SDK class. A new one is a file of its own and a line here. */
export const resources = {
  ApiKey: apiKey,
  RotatingApiKey: rotatingApiKey,
  WebhookEndpoint: webhookEndpoint,
  ApplePayDomainScopes: applePayDomainScopes,
} satisfies Record<ResourceClassName, unknown>;
