/**
 * Ways in which a text can be written otherwise, undone one at a time: what is asked is whether any reading of it holds
 * something, however they were put into each other.
 */

/** What a text is read as at once; garbage around what was meant does no harm. */
type Reading = (text: string) => readonly string[];

/** Characters of all readings together. Who needs more is not read: see `someForm`. */
const budgetChars = 2_000_000;

const invisible = /[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const blank = /[\s\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  lowbar: "_",
  underbar: "_",
  hyphen: "-",
  dash: "-",
  equals: "=",
  plus: "+",
  sol: "/",
  period: ".",
  colon: ":",
};

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const percents: Reading = (text) => [
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8")),
];

const entities: Reading = (text) => [
  text.replace(/&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z]{2,8}));?/gi, (all, hex, decimal, name: string | undefined) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? all;
    return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  }),
];

/** `\u0073`, `\u{73}`, `\x73`, `\163`, with any number of backslashes; `%u0073`, `U+0073`. */
const escapes: Reading = (text) => [
  text
    .replace(/(?:%u|U\+)([0-9a-f]{4})/gi, (_, hex) => characterOf(Number.parseInt(hex, 16)))
    .replace(
      /\\+(?:u\{([0-9a-f]{1,8})\}|u([0-9a-f]{4})|U([0-9a-f]{8})|x([0-9a-f]{2})|([0-7]{2,3})|([\s\S]))/gi,
      (_, braced, four, eight, two, octal, plain: string | undefined) => {
        if (plain !== undefined) return /[nrtbfv]/.test(plain) ? " " : plain;
        if (octal !== undefined) return characterOf(Number.parseInt(octal, 8));
        return characterOf(Number.parseInt(braced ?? four ?? eight ?? two, 16));
      },
    ),
];

const tags: Reading = (text) => [text.replace(/<[^<>]*>/g, "")];
/** Pieces that are put together by a list or a sum. */
const pieces: Reading = (text) => [
  text.replace(/(["'`])\s*[,+.]?\s*\1/g, ""),
  text.replace(/(?<!\\)(["'`])\s*[,+.]?\s*\1/g, ""),
];
const spaces: Reading = (text) => [text.replace(invisible, ""), text.replace(blank, "")];
/** Letters in another dress: full width, mathematical, circled. */
const compatible: Reading = (text) => [text.normalize("NFKC")];

/** In any alphabet of base64, at each of the four places where it may begin in a run. */
const base64: Reading = (text) =>
  [0, 1, 2, 3].map((lead) =>
    text.replace(/[A-Za-z0-9+/_-]{16,}/g, (run) => Buffer.from(run.slice(lead), "base64").toString("utf8")),
  );

/** Pairs of digits with whatever between, or nothing. */
const hex: Reading = (text) => {
  const bare = text.replace(/0x|\\x/gi, " ");
  return [0, 1].map((lead) =>
    bare.replace(/[0-9a-f](?:[^0-9a-z]{0,6}[0-9a-f]){23,}/gi, (run) =>
      Buffer.from(run.replace(/[^0-9a-f]/gi, "").slice(lead), "hex").toString("utf8"),
    ),
  );
};

/** A list of numbers, one for each byte: decimal, octal or binary. */
const numbers: Reading = (text) => {
  const bare = text.replace(/"\d+"\s*:/g, " ").replace(/0[ob]/gi, " ");
  const read = (base: number, digits: RegExp): string =>
    bare.replace(digits, (run) =>
      Buffer.from(run.match(/\d+/g)!.map((each) => Number.parseInt(each, base))).toString(),
    );
  return [
    read(10, /\d{2,3}(?:[^0-9a-z]{1,8}\d{2,3}){11,}/gi),
    read(8, /[0-7]{2,4}(?:[^0-9a-z]{1,8}[0-7]{2,4}){11,}/gi),
    read(2, /[01]{7,8}(?:[^0-9a-z]{0,8}[01]{7,8}){11,}/gi),
  ];
};

const readings: readonly Reading[] = [
  percents,
  entities,
  escapes,
  tags,
  pieces,
  spaces,
  compatible,
  base64,
  hex,
  numbers,
];

/** Whether a text, or anything that it can be read as, is found. A text with more readings than are looked at counts as found. Pure. */
export function someForm(text: string, isFound: (form: string) => boolean): boolean {
  const forms = new Set([text]);
  let left = budgetChars;
  // What is added meanwhile is gone through as well.
  for (const form of forms) {
    if (isFound(form)) return true;
    for (const next of readings.flatMap((reading) => reading(form))) {
      if (forms.has(next)) continue;
      left -= next.length;
      if (left < 0) return true;
      forms.add(next);
    }
  }
  return false;
}
