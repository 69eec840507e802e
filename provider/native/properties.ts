import { type Properties, unknownMarker } from "../lifecycle/inputs";
import { asSecret, isOutputValue, isResourceReference, isSecret, unknownMarkers } from "../wire/special-values";

/** Properties of a request, and which of them the program or state marked as secret. */
export interface Received {
  properties: Properties;
  /** Names at the top level that hold a secret anywhere. */
  secrets: ReadonlySet<string>;
}

/** Reads properties in the engine's wire form: secrets and references become plain values, unknown ones one marker. Pure. */
export function received(raw: Readonly<Record<string, unknown>>): Received {
  const secrets = new Set<string>();
  const properties = Object.entries(raw).map(([name, value]) => [name, plain(value, () => secrets.add(name))]);
  return { properties: Object.fromEntries(properties), secrets };
}

function plain(value: unknown, onSecret: () => void): unknown {
  if (typeof value === "string") return unknownMarkers.has(value) ? unknownMarker : value;
  if (typeof value !== "object" || value === null) return value;
  if (isSecret(value)) {
    onSecret();
    return plain(value.value, onSecret);
  }
  if (isOutputValue(value)) {
    if (value.secret) onSecret();
    return value.value === undefined ? unknownMarker : plain(value.value, onSecret);
  }
  // An argument that takes a resource means its id.
  if (isResourceReference(value)) return value.id === "" ? unknownMarker : plain(value.id ?? value.urn, onSecret);
  if (Array.isArray(value)) return value.map((inner) => plain(inner, onSecret));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner, onSecret)]));
}

/** Properties in the engine's wire form, with these marked as secret. Pure. */
export function sent(properties: Properties, secrets: ReadonlySet<string>): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      secrets.has(name) && value !== undefined && value !== null ? asSecret(value) : value,
    ]),
  );
}
