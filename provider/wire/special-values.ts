import { asSecret, secretSignature, signatureKey } from "../text/secret-mark";

export { asSecret, signatureKey };

/** Properties as the engine sends them: JSON in which a special value is an object with a signature. */
export type Raw = Record<string, unknown>;

// Fixed by the engine's wire format.
const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** A value that is not known before `up`, by the kind of value that it stands for. */
export const unknownMarkers: ReadonlySet<string> = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

const hasSignature = (value: unknown, signature: string): value is Raw =>
  typeof value === "object" && value !== null && (value as Raw)[signatureKey] === signature;

/** A value that the program or the provider marked as a secret. */
export const isSecret = (value: unknown): value is { value: unknown } => hasSignature(value, secretSignature);

/** A resource that stands where its id is meant. */
export const isResourceReference = (value: unknown): value is { urn: string; id?: unknown } =>
  hasSignature(value, resourceSignature);

/** A value with what is known of it; one that is not known has none. */
export const isOutputValue = (value: unknown): value is { value?: unknown; secret?: boolean } =>
  hasSignature(value, outputSignature);
