import * as pulumi from "@pulumi/pulumi";
import { noteKey } from "./declared-keys";
import {
  type RotatingApiKeyArgs,
  type RotatingApiKeyOutputs,
  rotatingApiKeyOutputNames,
} from "./generated/rotating-api-key";
import { knownValue } from "./known-value";
import { PaymentsResource } from "./payments-resource";
import { typeToken } from "./reference";

const rawValues = new WeakMap<RotatingApiKey, pulumi.Output<string | undefined>>();

/**
 * A secret key that rotates on time without a gap. `value` is always the current key's; the one before it stays through an
 * overlap, and goes in a later `up` once it is quiet.
 *
 * @example
 * const billing = new RotatingApiKey("billing", {
 *   scopes: ["payment_intents:write"],
 *   rotation: { everyDays: 30, overlapHours: 48 },
 * });
 * export const billingKey = billing.value; // a secret
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the outputs are set by the Pulumi SDK, and documented once in the schema
export class RotatingApiKey extends PaymentsResource {
  static readonly __pulumiType = typeToken("RotatingApiKey");

  constructor(name: string, args: RotatingApiKeyArgs, options?: pulumi.CustomResourceOptions) {
    const declared = { ...args };
    if (args.adoptValue !== undefined) declared.adoptValue = pulumi.secret(args.adoptValue);
    super({
      className: "RotatingApiKey",
      name,
      args: declared,
      outputs: rotatingApiKeyOutputNames,
      replaceable: ["scopes", "rotation"],
      secretOutputs: ["value", "retiringValue"],
      options,
    });
    noteKey(this, { className: "RotatingApiKey", name, args: declared, ignoreChanges: options?.ignoreChanges ?? [] });
  }

  /** The value of the current key: a Pulumi secret. Of an adopted key that was not given `adoptValue` reading it is an error. */
  get value(): pulumi.Output<string> {
    return knownValue(this, "RotatingApiKey", rawValues.get(this));
  }

  /** Set by the Pulumi SDK. */
  // biome-ignore lint/correctness/noUnusedPrivateClassMembers: assigned by name in the base class's constructor
  private set value(raw: pulumi.Output<string>) {
    rawValues.set(this, raw as pulumi.Output<string | undefined>);
  }
}
export interface RotatingApiKey extends Omit<RotatingApiKeyOutputs, "value"> {}
