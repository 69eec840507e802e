import { isSecret, type Raw, textsInClear } from "./decode.js";

/** Where a key's value stands in clear. */
export interface InClear {
  path: string;
  keyUrn: string;
}

/** What is searched: any resource, the stack's outputs among them. */
interface Searched {
  urn: string;
  /** A resource of this package. */
  isOurs: boolean;
  raw(): Raw;
}

/** Shorter values are no keys, and would be found by chance. */
const shortestValue = 12;

/**
 * Finds the secret values of the stack's keys where they stand in properties that are not marked as secrets, whole or as
 * a part. One pass over the texts: pieces of a fixed length are looked up in a table of the values' beginnings,
 * where their first letter is that of a value. `learn` is told
 * of each value, because a path may hold one too.
 */
export function findInClear(
  resources: readonly Searched[],
  learn: (secret: string) => void = () => undefined,
): Map<string, InClear[]> {
  const byStart = new Map<string, { value: string; keyUrn: string }[]>();
  for (const { urn, isOurs, raw } of resources) {
    if (!isOurs) continue;
    for (const name of ["value", "retiringValue"]) {
      const secret = raw()[name];
      // A publishable key may be plain: its value is public by design, and then it is not marked.
      if (!isSecret(secret) || typeof secret.value !== "string" || secret.value.length < shortestValue) continue;
      const value = secret.value;
      learn(value);
      const start = value.slice(0, shortestValue);
      byStart.set(start, [...(byStart.get(start) ?? []), { value, keyUrn: urn }]);
    }
  }
  const found = new Map<string, InClear[]>();
  if (byStart.size === 0) return found;
  const firsts = new Set([...byStart.keys()].map((start) => start.charCodeAt(0)));
  for (const { urn, raw } of resources) {
    const here: InClear[] = [];
    textsInClear(raw(), "", (text, path) => {
      for (let at = 0; at + shortestValue <= text.length; at += 1) {
        if (!firsts.has(text.charCodeAt(at))) continue;
        for (const { value, keyUrn } of byStart.get(text.slice(at, at + shortestValue)) ?? []) {
          if (text.startsWith(value, at)) here.push({ path, keyUrn });
        }
      }
    });
    if (here.length > 0) found.set(urn, here);
  }
  return found;
}
