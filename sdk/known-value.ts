import * as pulumi from "@pulumi/pulumi";
import { logicalNameOf } from "../provider/text/names";
import { withoutTrace } from "./without-trace";

/** A resource that hands out the value of a key. */
type ValueOwner = pulumi.CustomResource & { readonly serviceUrl: pulumi.Output<string> };

/** A key's value, or an error that says how one comes by it: never an empty value. */
export function knownValue(
  key: ValueOwner,
  className: string,
  raw: pulumi.Output<string | undefined> | undefined,
): pulumi.Output<string> {
  if (raw === undefined)
    throw new pulumi.RunError(
      `${className}.value was read before the resource was created. Read it after its constructor.`,
    );
  const value = pulumi.runtime.isDryRun() ? valueInPreview(key, className, raw) : raw;
  return value.apply(async (text) => (typeof text === "string" ? text : unknownValue(key, className)));
}

/** In a preview the engine calls a value unknown that `up` will know, and one that nobody will. The second fails here already. */
function valueInPreview(
  key: ValueOwner,
  className: string,
  raw: pulumi.Output<string | undefined>,
): pulumi.Output<string | undefined> {
  const checked = async (): Promise<pulumi.Output<string | undefined>> =>
    (await staysUnknown(key, raw)) ? unknownValue(key, className) : raw;
  return key.urn.apply(checked) as unknown as pulumi.Output<string | undefined>;
}

async function staysUnknown(key: ValueOwner, raw: pulumi.Output<unknown>): Promise<boolean> {
  const { __resource: told } = key as unknown as { __resource?: pulumi.Output<unknown> };
  if (await isKnown(raw)) return false;
  // The provider plugin knows the outputs of an update, and that this one will be another.
  if (told !== undefined && hasMark(await promiseOf(told), "valuePending")) return false;
  // Every output of a resource that does not change is known: the value is not among them.
  if (await isKnown(key.serviceUrl)) return true;
  // Of a new one the provider says it, in the one input that it may add to.
  return told !== undefined && hasMark(await promiseOf(told), "lacksValue");
}

/** The public type of an Output leaves it out; the SDK's own functions read it. */
const isKnown = (output: pulumi.Output<unknown>): Promise<boolean> =>
  (output as unknown as { isKnown: Promise<boolean> }).isKnown;

const promiseOf = <Value>(output: pulumi.Output<Value>): Promise<Value> =>
  (output as unknown as { promise(): Promise<Value> }).promise();

function hasMark(told: unknown, mark: "lacksValue" | "valuePending"): boolean {
  return (told as Record<string, unknown> | undefined)?.[mark] === true;
}

/** A program may read many values: the error names the resource. */
async function unknownValue(key: ValueOwner, className: string): Promise<never> {
  const urn = await promiseOf(key.urn);
  throw withoutTrace(
    () =>
      new pulumi.RunError(
        `the value of ${className} ${JSON.stringify(logicalNameOf(urn))} (${urn}) is unknown: the key was adopted, and the service shows a value only once. Give the argument adoptValue at the run that adopts it (after that: 'pulumi state delete' this resource and adopt again with adoptValue), or let the program create a key of its own.`,
      ),
  );
}
