import * as pulumi from "@pulumi/pulumi";
import { classNameOfType } from "../provider/text/type-token";
import { noteKey } from "./declared-keys";
import { valueFromStack } from "./from-stack";
import type { ApiKeyArgs, ApiKeyOutputs } from "./generated/api-key";
import { apiKeyOutputNames } from "./generated/api-key";
import { knownValue } from "./known-value";
import { PaymentsResource } from "./payments-resource";
import { typeToken } from "./reference";

const rawValues = new WeakMap<ApiKey, pulumi.Output<string | undefined>>();

/**
 * A key of the payment service. Its value, which the service shows once, is captured as a Pulumi secret.
 *
 * @example
 * const ci = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"] });
 * export const ciKey = ci.value; // a secret
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the outputs are set by the Pulumi SDK, and documented once in the schema
export class ApiKey extends PaymentsResource {
  static readonly __pulumiType = typeToken("ApiKey");

  /** True for an ApiKey of either form, even of another copy of this package. */
  static override isInstance(value: unknown): value is ApiKey {
    const type = (value as { __pulumiType?: unknown } | undefined)?.__pulumiType;
    return pulumi.CustomResource.isInstance(value) && classNameOfType(String(type)) === "ApiKey";
  }

  /**
   * The value of a key that another stack exports, of an ApiKey or a RotatingApiKey: a secret here as it is there.
   * An output that is missing, no text, or not a secret there fails the run and says what to do; it is never shown.
   *
   * @example
   * const platform = new pulumi.StackReference("acme/platform/prod");
   * const billingKey = ApiKey.fromStack(platform, "billingKey"); // a secret
   */
  static fromStack(reference: pulumi.StackReference, name: string): pulumi.Output<string> {
    return valueFromStack(reference, name);
  }

  constructor(name: string, args: ApiKeyArgs, options?: pulumi.CustomResourceOptions) {
    const declared = { ...args };
    if (args.adoptValue !== undefined) declared.adoptValue = pulumi.secret(args.adoptValue);
    const plain = args.type === "publishable" && args.plainValue === true;
    super({
      className: "ApiKey",
      name,
      args: declared,
      outputs: apiKeyOutputNames,
      replaceable: ["name", "scopes", "type"],
      secretOutputs: plain ? [] : ["value"],
      options,
    });
    noteKey(this, { className: "ApiKey", name, args: declared, ignoreChanges: options?.ignoreChanges ?? [] });
  }

  /**
   * The value sent in the header `payments-api-key`: a Pulumi secret. Reading it from an adopted key that was not given
   * `adoptValue` is an error, never an empty value.
   */
  get value(): pulumi.Output<string> {
    return knownValue(this, "ApiKey", rawValues.get(this));
  }

  /** Set by the Pulumi SDK. */
  // biome-ignore lint/correctness/noUnusedPrivateClassMembers: assigned by name in the base class's constructor
  private set value(raw: pulumi.Output<string>) {
    rawValues.set(this, raw as pulumi.Output<string | undefined>);
  }
}
export interface ApiKey extends Omit<ApiKeyOutputs, "value"> {}
