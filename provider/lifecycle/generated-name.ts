import { randomInt } from "node:crypto";
import { logicalNameOf } from "../text/names";

/** Characters that nobody mistakes for another. */
export const nameAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const logicalNameMax = 80;

/** 8 characters that no other attempt has (32^8 of them). */
export function randomPart(): string {
  return Array.from({ length: 8 }, () => nameAlphabet[randomInt(nameAlphabet.length)]).join("");
}

/** `<logical name>-<tag>-<random>`: says to a person what it is, to us which resource and which attempt created it. Pure. */
export function generatedName(urn: string, tag: string, random: string): string {
  return `${madeFor(logicalNameOf(urn), tag)}-${random}`;
}

/** `<logical name>-<tag>`: what every generated name of a resource begins with. Pure. */
export function madeFor(logicalName: string, tag: string): string {
  // Cut between characters, not inside one.
  const logical = Array.from(logicalName).slice(0, logicalNameMax).join("") || "key";
  return tag === "" ? logical : `${logical}-${tag}`;
}

/** `<logical name>-<tag>` of a generated name. Undefined: the name is not one of ours. Pure. */
export function madeForOf(name: string): string | undefined {
  const parts = readGeneratedName(name);
  return parts === undefined ? undefined : `${parts.logical}-${parts.tag}`;
}

/** The parts of a name that `generatedName` made. */
export interface GeneratedName {
  /** The logical name of the resource, cut at 80 characters. */
  logical: string;
  /** Whose it is: the resource's tag, made of organisation, project, stack and urn. */
  tag: string;
  /** Which attempt made it. */
  random: string;
}

/** Undefined: no name of ours with a tag, or one that somebody changed. Pure. */
export function readGeneratedName(name: string): GeneratedName | undefined {
  // A service may trim a name, and a logical name may hold anything, line breaks too.
  const [, logical, tag, random] = /^(.+)-([0-9a-f]{8})-([a-km-np-z2-9]{8})$/s.exec(name.trim()) ?? [];
  return logical === undefined || tag === undefined || random === undefined ? undefined : { logical, tag, random };
}
