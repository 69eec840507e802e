/** Longest text of somebody else's that is shown, in UTF-16 units: a name has at most 255, a list of scopes some more. */
const shownMost = 4_000;

/**
 * What a terminal or the log of a CI would act on or not show: controls, marks of direction, invisible and unpaired
 * characters, and line ends. Also what runners obey: a line that begins with `::`, and `##[` or `##vso[` anywhere.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|#(?=#[A-Za-z]*\[)|(?<=^\s*):(?=:)/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/** Text of somebody else's: one line of at most 4,000 characters, in which everything is seen and nothing obeyed. Pure. */
export function printable(text: string): string {
  const short = text.length > shownMost ? `${text.slice(0, shownMost)}…` : text;
  return short.replace(hidden, escaped);
}

/** The same of whole lines of ours, however long: their own ends stay. Pure. */
export function printableLines(text: string): string {
  const parts = text.split(/(\r?\n)/);
  return parts.map((part, place) => (place % 2 === 1 ? part : part.replace(hidden, escaped))).join("");
}

/** One JSON value as text, in which a terminal obeys nothing either. It parses to the same value. Pure. */
export function jsonText(value: unknown, indent?: number): string {
  const lines = JSON.stringify(value, null, indent).split("\n");
  return lines.map((line) => line.replace(hidden, escapedInJson)).join("\n");
}

/** Outside of strings JSON has none of these characters. */
function escapedInJson(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
