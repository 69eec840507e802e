import type * as pulumi from "@pulumi/pulumi";
import {
  type WebhookEndpointArgs,
  type WebhookEndpointOutputs,
  webhookEndpointOutputNames,
} from "./generated/webhook-endpoint";
import { PaymentsResource } from "./payments-resource";
import { typeToken } from "./reference";

/**
 * Keeps an existing webhook endpoint `active`: finds it inactive or disabled in a preview, re-enables it in `up`, and
 * leaves it alone on destroy.
 *
 * @example
 * new WebhookEndpoint("orders", { endpointId: "we_123", status: "active", reenable: "whenInactive" });
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the outputs are set by the Pulumi SDK, and documented once in the schema
export class WebhookEndpoint extends PaymentsResource {
  static readonly __pulumiType = typeToken("WebhookEndpoint");

  constructor(name: string, args: WebhookEndpointArgs, options?: pulumi.CustomResourceOptions) {
    super({
      className: "WebhookEndpoint",
      name,
      args,
      outputs: webhookEndpointOutputNames,
      replaceable: ["status", "endpointId"],
      options,
    });
  }
}
export interface WebhookEndpoint extends WebhookEndpointOutputs {}
