import { getApiKey } from "./api-key";
import { getApiKeys } from "./api-keys";
import { getWebhookEndpoint } from "./webhook-endpoint";

/** Every function that reads, by its name in the SDK. A new one is a file of its own and a line here. */
export const readings = { getApiKey, getApiKeys, getWebhookEndpoint };

export type ReadingName = keyof typeof readings;
