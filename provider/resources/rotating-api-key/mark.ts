import { createHash } from "node:crypto";

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const markLength = 8;
/** Creations in a row whose answers may be lost, in one generation; each run looks for all of them. */
export const attemptsMax = 32;

/**
 * The last part of the name of a key: told by the rotation's id, which is random and stands in state before any key but
 * the first is made. So a key that a run made and never saved is known again as this rotation's own. Pure.
 */
export function markOf(rotationId: string, generation: number, attempt: number): string {
  const digest = createHash("sha256").update(`${rotationId}\n${generation}\n${attempt}`).digest();
  return Array.from(digest.subarray(0, markLength), (byte) => alphabet[byte % alphabet.length]).join("");
}

/** Every mark that a key of this generation may have. Pure. */
export function marksOf(rotationId: string, generation: number): string[] {
  return Array.from({ length: attemptsMax }, (_, attempt) => markOf(rotationId, generation, attempt));
}

/** Whether a key's name ends in one of the marks. Pure. */
export function bearsMark(name: string, marks: readonly string[]): boolean {
  const end = name.trim().split("-").at(-1) ?? "";
  return marks.includes(end.toLowerCase());
}
