import { isSecret, type Raw } from "../../provider/wire/special-values";
import { textsInClear } from "./decode";

/** A property that holds a key's value in plain text. */
export interface InClear {
  path: string;
  keyUrn: string;
}

/** A resource to search. The stack's outputs are those of a resource too. */
interface Searched {
  urn: string;
  /** Whether it is a resource of this package. */
  isOurs: boolean;
  raw(): Raw;
}

/** Shorter values are not keys, and would match by chance. */
const shortestValue = 12;

/**
 * Finds the secret values of the stack's keys in properties that are not marked as secrets, as the whole text or a part of it. One
 * pass over the texts: where a letter is the first of a value, a piece of fixed length is looked up in a table of the values'
 * beginnings. Calls `learn` with each value, because a path may hold one too.
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
      // The value of a publishable key is public, and may be unmarked.
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
