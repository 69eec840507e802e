// Fixed by the engine's wire format.
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A value as the engine takes it to encrypt it in state. */
export function asSecret(value: unknown): Record<string, unknown> {
  return { [signatureKey]: secretSignature, value };
}
