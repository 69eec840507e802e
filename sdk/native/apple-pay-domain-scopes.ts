import type * as pulumi from "@pulumi/pulumi";
import { nativeTypeToken } from "../../provider/text/type-token";
import { ApplePayDomainScopes as DynamicApplePayDomainScopes } from "../apple-pay-domain-scopes";
import type { ApplePayDomainScopesArgs } from "../generated/apple-pay-domain-scopes";
import { type ClassOf, withoutStatics } from "./class-of";
import { nativeHost } from "./host";

const Base: ClassOf<DynamicApplePayDomainScopes, ApplePayDomainScopesArgs> =
  withoutStatics(DynamicApplePayDomainScopes);

/**
 * The Apple Pay scopes of one key, managed by the provider plugin. The arguments are those of the dynamic form.
 *
 * @example
 * new ApplePayDomainScopes("shop", { apiKeyId: "key_123", access: "readWrite" });
 */
export class ApplePayDomainScopes extends Base {
  static readonly __pulumiType = nativeTypeToken("ApplePayDomainScopes");

  /** @internal */
  static readonly host = nativeHost;

  /**
   * Reads one that exists, without managing it.
   *
   * @param id The id of the key.
   * @param place The account or the profile to read in. Default: those of the provider.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    place: Pick<ApplePayDomainScopesArgs, "accountId" | "profile"> = {},
    options?: pulumi.CustomResourceOptions,
  ): ApplePayDomainScopes {
    return new ApplePayDomainScopes(name, place as ApplePayDomainScopesArgs, { ...options, id });
  }
}
