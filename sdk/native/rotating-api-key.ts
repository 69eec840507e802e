import type * as pulumi from "@pulumi/pulumi";
import { nativeTypeToken } from "../../provider/text/type-token";
import type { RotatingApiKeyArgs } from "../generated/rotating-api-key";
import { RotatingApiKey as DynamicRotatingApiKey } from "../rotating-api-key";
import { type ClassOf, withoutStatics } from "./class-of";
import { nativeHost } from "./host";

const Base: ClassOf<DynamicRotatingApiKey, RotatingApiKeyArgs> = withoutStatics(DynamicRotatingApiKey);

/**
 * A secret key that rotates, managed by the provider plugin. The arguments are those of the dynamic form.
 *
 * @example
 * new RotatingApiKey("billing", { scopes: ["accounts:read"], rotation: { everyDays: 30, overlapHours: 48 } });
 */
export class RotatingApiKey extends Base {
  static readonly __pulumiType = nativeTypeToken("RotatingApiKey");

  /** @internal */
  static readonly host = nativeHost;

  /**
   * Reads one that exists, without managing it.
   *
   * @param id The id of the key that it begins with.
   * @param place The account or the profile to read in. Default: those of the provider.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    place: Pick<RotatingApiKeyArgs, "accountId" | "profile"> = {},
    options?: pulumi.CustomResourceOptions,
  ): RotatingApiKey {
    return new RotatingApiKey(name, place as RotatingApiKeyArgs, { ...options, id });
  }
}
