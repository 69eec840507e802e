import { randomInt } from "node:crypto";

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const logicalNameMax = 80;

/** 8 characters that no other attempt has (32^8 of them). */
export function randomPart(): string {
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** `<logical name>-<tag>-<random>`: says to a person what it is, to us whose it is, and which attempt made it. Pure. */
export function generatedName(urn: string, tag: string, random: string): string {
  // Stack, project and type come first; the name itself may hold the separator. Cut between characters, not inside one.
  const name = Array.from(urn.split("::").slice(3).join("::"));
  const logical = name.slice(0, logicalNameMax).join("") || "key";
  return [logical, tag, random].filter((part) => part !== "").join("-");
}
