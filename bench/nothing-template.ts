import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StateRecord } from "./stack";

/** The package that the program `nothing` has its provider from: a name as long as that of the real one. */
export const NOTHING_PACKAGE = "provide-nothing";

/**
 * Lets the provider that does nothing leave in state just what the real one leaves there, so that the two differ in
 * their methods only.
 * @param project of the program `nothing`
 * @param real a key as the real provider made it, its value in plain text
 */
export function writeTemplate(project: string, real: StateRecord): void {
  const { __provider, ...inputs } = real.inputs ?? {};
  const { __provider: _, ...outputs } = real.outputs ?? {};
  const template = {
    reference: String(__provider).replaceAll("pulumi-payments", NOTHING_PACKAGE),
    inputs,
    outputs: { ...outputs, value: "0".repeat(plainLength(outputs.value)) },
  };
  writeFileSync(join(project, "node_modules", NOTHING_PACKAGE, "template.json"), JSON.stringify(template));
}

/** Length of a secret as `pulumi stack export --show-secrets` writes it: JSON inside an object. */
function plainLength(secret: unknown): number {
  return (JSON.parse((secret as { plaintext: string }).plaintext) as string).length;
}
