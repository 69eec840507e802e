import { type Facts, notYetKnown, secretValue } from "../facts";

/** Properties as the engine sends them: JSON in which a special value is an object with a signature. */
export type Raw = Record<string, unknown>;

// Fixed by the engine's wire format.
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const unknownMarkers = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** A value that the program or the provider marked as a secret. */
export function isSecret(value: unknown): value is { value: unknown } {
  return typeof value === "object" && value !== null && (value as Raw)[signatureKey] === secretSignature;
}

export function asSecret(value: unknown): Raw {
  return { [signatureKey]: secretSignature, value };
}

export interface DecodeOptions {
  /** Properties that are always secret, marked or not. */
  hidden: ReadonlySet<string>;
  /** Whether marked values are readable: a scope that is marked as a secret still has to be checked. */
  seeThrough: boolean;
  /** Called with every secret text, so that no message ever holds it. */
  learn(secret: string): void;
}

/** Converts properties to facts: unknown and secret values become markers, and names that start with `__` are left out. */
export function factsOf(raw: Raw, { hidden, seeThrough, learn }: DecodeOptions): Facts {
  const value = (given: unknown, isHidden: boolean): unknown => {
    if (isSecret(given)) {
      if (given.value === undefined || given.value === null) return given.value ?? undefined;
      textsIn(given.value, learn);
      if (value(given.value, false) === notYetKnown) return notYetKnown;
      return isHidden || !seeThrough ? secretValue : value(given.value, false);
    }
    if (typeof given === "string" && unknownMarkers.has(given)) return notYetKnown;
    if (isHidden && given !== undefined && given !== null) {
      textsIn(given, learn);
      return secretValue;
    }
    if (Array.isArray(given)) return given.map((inner) => value(inner, false));
    if (typeof given !== "object" || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, value(inner, false)]));
  };
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([name, given]) => !name.startsWith("__") && given !== null && given !== undefined)
      .map(([name, given]) => [name, value(given, hidden.has(name))]),
  );
}

/** Calls `found` with every text in a value, inside secrets too. */
export function textsIn(value: unknown, found: (text: string) => void): void {
  if (typeof value === "string") {
    if (!unknownMarkers.has(value)) found(value);
  } else if (isSecret(value)) textsIn(value.value, found);
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) textsIn(inner, found);
}

/** Calls `found` with every text outside secrets, and its path. */
export function textsInClear(value: unknown, path: string, found: (text: string, path: string) => void): void {
  if (typeof value === "string") found(value, path);
  else if (typeof value !== "object" || value === null || isSecret(value)) return;
  else {
    for (const [name, inner] of Object.entries(value)) {
      if (name.startsWith("__")) continue;
      textsInClear(inner, Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`, found);
    }
  }
}

/** Properties with a patch applied. A secret property stays secret, and other properties do not change. Pure. */
export function patched(raw: Raw, patch: Facts): Raw {
  const changed = Object.entries(patch).map(([name, value]) => [name, isSecret(raw[name]) ? asSecret(value) : value]);
  return { ...raw, ...Object.fromEntries(changed) };
}
