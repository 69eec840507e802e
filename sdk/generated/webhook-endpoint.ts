// Made from provider/resources by `npm run generate`; a change belongs there.
import type * as pulumi from "@pulumi/pulumi";
import type { WebhookEndpointStatus } from "../../provider/api/contract/webhook-endpoint-status";

/** The arguments of WebhookEndpoint. */
export interface WebhookEndpointArgs {
  /** Id of an existing endpoint. Create-only: another id replaces the resource, never the endpoint. */
  endpointId: pulumi.Input<string>;
  /** The delivery status to keep: `active`. `pending`, on the way there, counts as kept. */
  status: pulumi.Input<"active">;
  /**
   * When `up` may re-enable the endpoint: `always`, `whenInactive`, `whenDisabled` or `never` (then an unhealthy endpoint is reported and never planned as a change). Only with `always` does `up` also ask for `active` where the status can't be read, which fails if the service does not know the endpoint.
   * @default always
   */
  reenable?: pulumi.Input<"always" | "whenInactive" | "whenDisabled" | "never"> | undefined;
  /** The merchant (connected) account that it lives in. Default: the account of the profile or of the stack. Another account replaces it. */
  accountId?: pulumi.Input<string> | undefined;
  /** The profile of `payments:profiles` to use: address, credential and account. Default: the stack's own settings. One that leads to another service or account replaces it. */
  profile?: pulumi.Input<string> | undefined;
}

/** The outputs of WebhookEndpoint. */
export interface WebhookEndpointOutputs {
  /** Id of the endpoint. */
  readonly endpointId: pulumi.Output<string>;
  /** Delivery status as last read: `active`, `pending`, `inactive`, `disabled`, or `unknown` where the service offers no read. */
  readonly status: pulumi.Output<WebhookEndpointStatus | "unknown">;
  /** The merchant account that calls for the endpoint act on behalf of. */
  readonly accountId: pulumi.Output<string>;
  /** Address of the service that it was made with. */
  readonly serviceUrl: pulumi.Output<string>;
  /** `production` or `sandbox`, where configuration says it. */
  readonly environment: pulumi.Output<string | undefined>;
}

export const webhookEndpointOutputNames = ["endpointId", "status", "accountId", "serviceUrl", "environment"] as const;
