import { matchesGlob } from "../text/glob.js";

/** Whether one of the patterns matches the whole text; `*` and `?` stand for any. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, text));
}
