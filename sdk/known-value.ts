import * as pulumi from "@pulumi/pulumi";
import { withoutTrace } from "./without-trace.js";

/** A key's value, or an error that says how one comes by it: never an empty value. */
export function knownValue(
  raw: pulumi.Output<string | undefined> | undefined,
  className: string,
): pulumi.Output<string> {
  if (raw === undefined) throw new pulumi.RunError(`${className}.value was read before the resource was made`);
  return raw.apply((value) => {
    if (typeof value === "string") return value;
    throw withoutTrace(
      () =>
        new pulumi.RunError(
          "the value of this API key is not known: the key was adopted, and the service shows a value once only. Give the argument adoptValue at the run that adopts it (after that: 'pulumi state delete' this resource and adopt again with adoptValue), or let the program make a key of its own.",
        ),
    );
  });
}
