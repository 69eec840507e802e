/** What a terminal would act on or not show: controls, marks of direction, invisible and unpaired characters, line ends. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text of somebody else's for a terminal: one line, and nothing in it that the terminal would obey. Pure. */
export function printable(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
