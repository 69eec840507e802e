import * as pulumi from "@pulumi/pulumi";

/** Runs that were looked at: a program of the Automation API lives through several in one process. */
const seen = new WeakSet<object>();

/** Warns once a run about each credential that the stack's configuration holds in plain text. The provider gets it decrypted, and can't tell. */
export function warnOfPlainCredentials(): void {
  const monitor: object | undefined = pulumi.runtime.getMonitor();
  if (monitor === undefined || "mocks" in monitor || seen.has(monitor)) return;
  seen.add(monitor);
  // Internal to the SDK: one that has no such function leaves us without the warning, and changes nothing else.
  const { isConfigSecret } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };
  if (isConfigSecret === undefined) return;
  for (const line of plainCredentials(pulumi.runtime.allConfig(), isConfigSecret, pulumi.getStack()))
    void pulumi.log.warn(line);
}

/** A line for each setting that is no secret and holds a credential. Never a value. Pure. */
export function plainCredentials(
  configuration: Readonly<Record<string, string>>,
  isSecret: (key: string) => boolean,
  stack: string,
): string[] {
  return Object.entries(holdsCredential)
    .filter(([key, holds]) => configuration[key] && !isSecret(key) && holds(configuration[key]))
    .map(
      ([key]) =>
        `${key} is in plain text in the configuration of the stack ${stack}, and therefore in its state. Run 'pulumi config set --secret ${key}', which asks for the value, and then 'pulumi up'. Then replace the credential: older copies of both still show it.`,
    );
}

/** The settings that may hold one, as `provider/configuration/settings.ts` declares them. */
const holdsCredential: Readonly<Record<string, (value: string) => boolean>> = {
  "payments:apiKey": () => true,
  "payments:profiles": (value) => /"apiKey"\s*:/.test(value),
};
