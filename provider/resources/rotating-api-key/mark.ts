import { createHash } from "node:crypto";
import { madeFor, nameAlphabet, randomPart } from "../../lifecycle/generated-name";

const halfLength = 4;

/**
 * The random part of a key's name, 8 characters: 4 that are random, and 4 that the rotation's id, the generation and those
 * tell. The id is random and stands in state before any key but the first is made. So a key that a run made and never
 * saved is known again as this rotation's own, and two attempts, be they of two runs, share a name once in a million times. Pure.
 */
function markOf(rotationId: string, generation: number, random: string): string {
  const begin = random.slice(0, halfLength);
  return begin + seal(rotationId, generation, begin);
}

/**
 * Whether the whole name of a key was made for this rotation, in its present generation, the next one, or an earlier one.
 * A name that only ends so is somebody else's. Pure.
 *
 * @param labels what names of the rotation's keys begin with, now and before
 */
export function bearsMark(
  name: string,
  rotationId: string,
  { generation, labels }: { generation: number; labels: readonly string[] },
): boolean {
  // A service may trim a name or write it in other letters.
  const whole = name.trim().toLowerCase();
  const mark = whole.slice(-2 * halfLength);
  const isNamed = labels.some((label) => whole === `${madeFor(label, tagIn(rotationId))}-${mark}`.trim().toLowerCase());
  if (!isNamed) return false;
  for (let each = generation + 1; each >= 1; each -= 1) if (markOf(rotationId, each, mark) === mark) return true;
  return false;
}

/** A name for one attempt at the key of a generation. The rotation's tag is the first one's, whatever it is called later. */
export function keyName(rotationId: string, generation: number, label: string): string {
  return `${madeFor(label, tagIn(rotationId))}-${markOf(rotationId, generation, randomPart())}`;
}

export function rotationIdOf(tag: string): string {
  return ["rotation", tag, randomPart()].filter((part) => part !== "").join("-");
}

const tagIn = (rotationId: string): string => rotationId.split("-").slice(1, -1).join("-").toLowerCase();

function seal(rotationId: string, generation: number, begin: string): string {
  const digest = createHash("sha256").update(`${rotationId}\n${generation}\n${begin}`).digest();
  return Array.from(digest.subarray(0, halfLength), (byte) => nameAlphabet[byte % nameAlphabet.length]).join("");
}
