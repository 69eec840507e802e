import { type Method, type Operation, operationName } from "../http/operation";
import type { Settings } from "../options";
import { listAccountsOperation } from "./accounts";
import { apiKeyOperations } from "./api-keys";
import { createCustomerOperation } from "./customers";
import { listEventsOperation } from "./events";
import { confirmPaymentIntentOperation, createPaymentIntentOperation } from "./payment-intents";
import { attachPaymentMethodOperation } from "./payment-methods";
import { confirmSubscriptionOperation, createSubscriptionOperation } from "./subscriptions";
import { readWebhookEndpoint, updateWebhookEndpoint } from "./webhook-endpoints";

const updateMethods: Method[] = ["PATCH", "PUT", "POST"];

/** Every operation that a sandbox with these settings serves. */
export function operationsFor(settings: Settings): Operation[] {
  return [
    ...apiKeyOperations(settings.updateMethod),
    ...(settings.without.includes("webhook-endpoint-read") ? [] : [readWebhookEndpoint]),
    updateWebhookEndpoint,
    listEventsOperation,
    listAccountsOperation,
    createCustomerOperation,
    attachPaymentMethodOperation,
    createPaymentIntentOperation,
    confirmPaymentIntentOperation,
    createSubscriptionOperation,
    confirmSubscriptionOperation,
  ];
}

/** Names that a fault may strike: all operations, those too that this sandbox refuses with 405. */
export function faultableOperations(settings: Settings): string[] {
  const names = [...operationsFor(settings), readWebhookEndpoint].map(operationName);
  return [...new Set([...names, ...updateMethods.map((method) => `${method} /v1/api-keys/{id}`)])];
}
