import type * as pulumi from "@pulumi/pulumi";
import type { GetWebhookEndpointArgs, GetWebhookEndpointResult } from "./generated/get-webhook-endpoint";
import { type AsInputs, type ReadingOptions, read, readOutput } from "./read";

/**
 * Reads the delivery status of a webhook endpoint, without managing it.
 *
 * @throws NotFoundError where the endpoint is proven absent
 * @throws ReadingError with the code `unreadable` where nothing is known, as where the service offers no read of endpoints
 *
 * @example
 * export const ordersStatus = getWebhookEndpoint({ id: "we_123" }).then(({ status }) => status);
 */
export function getWebhookEndpoint(args: GetWebhookEndpointArgs): Promise<GetWebhookEndpointResult> {
  return read<GetWebhookEndpointResult>("getWebhookEndpoint", args);
}

/** The same for arguments that may be Outputs: see getApiKeyOutput. */
export function getWebhookEndpointOutput(
  args: AsInputs<GetWebhookEndpointArgs>,
  options?: ReadingOptions,
): pulumi.Output<GetWebhookEndpointResult> {
  return readOutput<GetWebhookEndpointResult>("getWebhookEndpoint", args, options);
}
