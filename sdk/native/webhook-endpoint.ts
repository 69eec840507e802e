import type * as pulumi from "@pulumi/pulumi";
import { nativeTypeToken } from "../../provider/text/type-token";
import type { WebhookEndpointArgs } from "../generated/webhook-endpoint";
import { WebhookEndpoint as DynamicWebhookEndpoint } from "../webhook-endpoint";
import { type ClassOf, withoutStatics } from "./class-of";
import { nativeHost } from "./host";

const Base: ClassOf<DynamicWebhookEndpoint, WebhookEndpointArgs> = withoutStatics(DynamicWebhookEndpoint);

/**
 * The delivery status of a webhook endpoint, managed by the provider plugin. The arguments are those of the dynamic form.
 *
 * @example
 * new WebhookEndpoint("orders", { endpointId: "we_123", status: "active" });
 */
export class WebhookEndpoint extends Base {
  static readonly __pulumiType = nativeTypeToken("WebhookEndpoint");

  /** @internal */
  static readonly host = nativeHost;

  /**
   * Reads one that exists, without managing it.
   *
   * @param id The id of the endpoint.
   * @param place The account or the profile to read in. Default: those of the provider.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    place: Pick<WebhookEndpointArgs, "accountId" | "profile"> = {},
    options?: pulumi.CustomResourceOptions,
  ): WebhookEndpoint {
    return new WebhookEndpoint(name, place as WebhookEndpointArgs, { ...options, id });
  }
}
