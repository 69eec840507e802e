import { asSecret, isSecret, type Raw, unknownMarkers } from "../../provider/wire/special-values";
import { type Facts, notYetKnown, secretValue } from "../facts";

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
