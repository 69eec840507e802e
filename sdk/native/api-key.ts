import type * as pulumi from "@pulumi/pulumi";
import { nativeTypeToken } from "../../provider/text/type-token";
import { ApiKey as DynamicApiKey } from "../api-key";
import type { ApiKeyArgs } from "../generated/api-key";
import { type ClassOf, withoutStatics } from "./class-of";
import { nativeHost } from "./host";

const Base: ClassOf<DynamicApiKey, ApiKeyArgs> = withoutStatics(DynamicApiKey);

/**
 * An API key, managed by the provider plugin. The arguments are those of the dynamic form.
 *
 * @example
 * const ci = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
 * export const ciKey = ci.value; // a secret
 */
export class ApiKey extends Base {
  static readonly __pulumiType = nativeTypeToken("ApiKey");

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
    place: Pick<ApiKeyArgs, "accountId" | "profile"> = {},
    options?: pulumi.CustomResourceOptions,
  ): ApiKey {
    return new ApiKey(name, place as ApiKeyArgs, { ...options, id });
  }
}
