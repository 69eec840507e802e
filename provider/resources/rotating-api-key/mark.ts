import { createHash } from "node:crypto";
import { generatedName, nameAlphabet, randomPart } from "../../lifecycle/generated-name.js";

const halfLength = 4;

/**
 * The random part of a key's name, 8 characters: 4 that are random, and 4 that the rotation's id, the generation and those
 * tell. The id is random and stands in state before any key but the first is made. So a key that a run made and never
 * saved is known again as this rotation's own, and no two attempts share a name, be they of two runs. Pure.
 */
function markOf(rotationId: string, generation: number, random: string): string {
  const begin = random.slice(0, halfLength);
  return begin + seal(rotationId, generation, begin);
}

/** Whether a key's name was made for this rotation in one of these generations. Pure. */
export function bearsMark(name: string, rotationId: string, generations: readonly number[]): boolean {
  // A service may trim a name or write it in other letters.
  const end = name.trim().toLowerCase();
  const mark = end.slice(-2 * halfLength);
  if (!end.endsWith(`-${tagIn(rotationId)}-${mark}`)) return false;
  return generations.some((generation) => markOf(rotationId, generation, mark) === mark);
}

/** A name for one attempt at the key of a generation. The rotation's tag is the first one's, whatever it is called later. */
export function keyName(rotationId: string, generation: number, label: string): string {
  return generatedName(`::::::${label}`, tagIn(rotationId), markOf(rotationId, generation, randomPart()));
}

export function rotationIdOf(tag: string): string {
  return ["rotation", tag, randomPart()].filter((part) => part !== "").join("-");
}

const tagIn = (rotationId: string): string => rotationId.split("-").slice(1, -1).join("-").toLowerCase();

function seal(rotationId: string, generation: number, begin: string): string {
  const digest = createHash("sha256").update(`${rotationId}\n${generation}\n${begin}`).digest();
  return Array.from(digest.subarray(0, halfLength), (byte) => nameAlphabet[byte % nameAlphabet.length]).join("");
}
