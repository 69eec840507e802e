/**
 * Whether a whole text matches a pattern of literal characters, `*` (any run of characters, none included) and `?` (one).
 * Two pointers and one place to return to: the time is at most the product of both lengths, whatever the pattern.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let read = 0;
  let star = -1;
  let starRead = 0;
  while (read < text.length) {
    if (at < pattern.length && pattern[at] === "*") {
      star = at;
      starRead = read;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[read])) {
      at += 1;
      read += 1;
    } else if (star !== -1) {
      at = star + 1;
      starRead += 1;
      read = starRead;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}

/** Whether the whole text matches one of the patterns. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, text));
}
