import { randomInt } from "node:crypto";
import { logicalNameOf } from "../text/names.js";

/** Characters that nobody mistakes for another. */
export const nameAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const logicalNameMax = 80;

/** 8 characters that no other attempt has (32^8 of them). */
export function randomPart(): string {
  return Array.from({ length: 8 }, () => nameAlphabet[randomInt(nameAlphabet.length)]).join("");
}

/** `<logical name>-<tag>-<random>`: says to a person what it is, to us whose it is, and which attempt made it. Pure. */
export function generatedName(urn: string, tag: string, random: string): string {
  // Stack, project and type come first; the name itself may hold the separator. Cut between characters, not inside one.
  const name = Array.from(logicalNameOf(urn));
  const logical = name.slice(0, logicalNameMax).join("") || "key";
  return [logical, tag, random].filter((part) => part !== "").join("-");
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
