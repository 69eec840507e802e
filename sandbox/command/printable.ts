/** What a terminal or the log of a CI would act on or not show. Also what runners obey: `::` first in a line, `##[` and `##vso[`. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|#(?=#[A-Za-z]*\[)|(?<=^\s*):(?=:)/gu;

/** Lines in which everything is seen and nothing obeyed; their ends stay. A request has the words of whoever sent it. Pure. */
export function printableLines(text: string): string {
  const parts = text.split(/(\r?\n)/);
  const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;
  return parts.map((part, place) => (place % 2 === 1 ? part : part.replace(hidden, escaped))).join("");
}

/** One line of JSON, in which a terminal obeys nothing either. Outside of strings JSON has none of these characters. Pure. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string): string =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
  return `${JSON.stringify(value).replace(hidden, escaped)}\n`;
}
