import * as pulumi from "@pulumi/pulumi";
import { declaredKey } from "./declared-keys.js";
import { withoutTrace } from "./without-trace.js";

/** A key's value, or an error that says how one comes by it: never an empty value. */
export function knownValue(
  key: pulumi.CustomResource,
  className: string,
  raw: pulumi.Output<string | undefined> | undefined,
): pulumi.Output<string> {
  if (raw === undefined) throw new pulumi.RunError(`${className}.value was read before the resource was made`);
  const value = declaredKey(key)?.args.adoptId === undefined ? raw : valueOfAdopted(key, raw);
  return value.apply((text) => (typeof text === "string" ? text : fail()));
}

/**
 * In the preview of a new key the value is unknown, whether it will ever be known or not. The provider says which, in the
 * one input that it may add to.
 */
function valueOfAdopted(
  key: pulumi.CustomResource,
  raw: pulumi.Output<string | undefined>,
): pulumi.Output<string | undefined> {
  const { __resource: told } = key as unknown as { __resource?: object };
  return pulumi.output(told).apply((known) => (lacksValue(known) ? fail() : raw));
}

function lacksValue(told: unknown): boolean {
  return (told as { lacksValue?: unknown } | undefined)?.lacksValue === true;
}

function fail(): never {
  throw withoutTrace(
    () =>
      new pulumi.RunError(
        "the value of this API key is not known: the key was adopted, and the service shows a value once only. Give the argument adoptValue at the run that adopts it (after that: 'pulumi state delete' this resource and adopt again with adoptValue), or let the program make a key of its own.",
      ),
  );
}
