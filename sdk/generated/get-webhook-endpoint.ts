// Made from provider/reading by `npm run generate`; a change belongs there.
import type { WebhookEndpointStatus } from "../../provider/api/contract/webhook-endpoint-status";

/** The arguments of getWebhookEndpoint. */
export interface GetWebhookEndpointArgs {
  /** Id of the endpoint. */
  id: string;
  /** The merchant (connected) account to read. Default: the account of the profile or of the stack. */
  accountId?: string | undefined;
  /** The profile of `payments:profiles` to read with. Default: the stack's own settings. */
  profile?: string | undefined;
}

/** What getWebhookEndpoint found. */
export interface GetWebhookEndpointResult {
  /** Id of the endpoint. */
  readonly id: string;
  /** Delivery status: `active`, `pending`, `inactive` or `disabled`. */
  readonly status: WebhookEndpointStatus;
  /** The merchant account that it was read in. */
  readonly accountId: string;
  /** Address of the service that it was read from. */
  readonly serviceUrl: string;
  /** `production` or `sandbox`, where configuration says it. */
  readonly environment?: string | undefined;
}
