import * as pulumi from "@pulumi/pulumi";
import { holdsKeyValue } from "../provider/text/key-value";
import { withoutTrace } from "./without-trace";

/** A key's value that another stack exports, as the secret that it is there. See ApiKey.fromStack. */
export function valueFromStack(reference: pulumi.StackReference, name: string): pulumi.Output<string> {
  const output: pulumi.Output<unknown> = reference.getOutput(name);
  // Secret whatever is found, so that what is refused is not shown either.
  const told = pulumi.all([pulumi.secret(output), pulumi.isSecret(output), reference.name, reference.outputs]);
  return told.apply(([value, isSecret, stack, outputs]) => {
    const problem = problemOf(value, isSecret, { name, stack, names: Object.keys(outputs ?? {}).sort() });
    if (problem !== undefined) throw withoutTrace(() => new pulumi.RunError(`ApiKey.fromStack: ${problem}`));
    return value as string;
  });
}

interface Place {
  name: string;
  stack: string;
  names: readonly string[];
}

/** Why what a stack exports is no key's value to go on with. Never shows it. Pure. */
function problemOf(value: unknown, isSecret: boolean, { name, stack, names }: Place): string | undefined {
  const isValue = holdsKeyValue(name);
  const shown = isValue
    ? "that was asked for (not shown, since it looks like the value of a key)"
    : JSON.stringify(name);
  const output = `the output ${shown} of stack ${stack}`;
  if (value === undefined || value === null) {
    const known = names.length === 0 ? "it has no outputs" : `its outputs are ${names.join(", ")}`;
    return `there is no value in ${output}; ${known}. Export the key's value there, as in 'export const ${isValue ? "billingKey" : name} = key.value', and run 'pulumi up' on that stack.`;
  }
  if (!isSecret) {
    return `${output} is not a secret: it is plain text in that stack's state, and anyone who can read the state has it. Export 'key.value' itself, or wrap a derived value in pulumi.secret(…). Run 'pulumi up' on that stack, and rotate the key, because its value was exposed.`;
  }
  if (typeof value !== "string" || value === "") {
    return `${output} is not a text (${value === "" ? "it is empty" : `its type is ${typeof value}`}). Export the value of one key under a name of its own.`;
  }
  return undefined;
}
