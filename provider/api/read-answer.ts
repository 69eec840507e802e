import type { z } from "zod";

/**
 * How deep a body may nest. A page of keys nests four levels deep. A deeper value is cut out before anything recurses
 * into the rest.
 */
export const depthMax = 32;
/** Stands in place of a value that nests deeper. */
const cutOut = '"…"';

/**
 * The one way from the body of an answer to values: JSON of a text, or undefined where the text is not JSON.
 * Whatever the service sent, the result nests at most `depthMax` levels deep and its texts are well-formed Unicode
 * (U+FFFD stands for a lone surrogate), so that every later step, and the engine, can take it.
 * A whole number that JavaScript would round is returned as the text of its digits: it may be an id.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(withinLimits(text));
    // Bodies arrive as UTF-8, so that an escape is the only way to send a lone surrogate.
    return /\\ud/i.test(text) ? withWellFormedTexts(value) : value;
  } catch {
    return undefined;
  }
}

/** The same JSON without what nests too deep, with numbers that would be rounded as texts. Never recurses. */
function withinLimits(text: string): string {
  const parts: string[] = [];
  let takenTo = 0;
  let depth = 0;
  const replace = (from: number, to: number, by: string): void => {
    parts.push(text.slice(takenTo, from), by);
    takenTo = to;
  };
  for (let at = 0; at < text.length; ) {
    const character = text[at]!;
    if (character === '"') {
      at = endOfText(text, at);
      continue;
    }
    if (character === "[" || character === "{") {
      depth += 1;
      if (depth === depthMax + 1) replace(at, at, cutOut);
    } else if (character === "]" || character === "}") {
      if (depth === depthMax + 1) takenTo = at + 1;
      depth -= 1;
    } else if (isPartOfNumber(character)) {
      let end = at + 1;
      while (end < text.length && isPartOfNumber(text[end]!)) end += 1;
      if (depth <= depthMax && isRounded(text, at, end)) replace(at, end, `"${text.slice(at, end)}"`);
      at = end;
      continue;
    }
    at += 1;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(takenTo);
}

/** Where the text that begins with this quote ends. */
function endOfText(text: string, quote: number): number {
  for (let end = quote; ; ) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
}

function isPartOfNumber(character: string): boolean {
  return (character >= "0" && character <= "9") || "+-.eE".includes(character);
}

/** More digits than these no number has, of which anything is known. */
const digitsMax = 100;

function isRounded(text: string, from: number, to: number): boolean {
  if (to - from < 16 || to - from > digitsMax) return false;
  const number = text.slice(from, to);
  return /^-?[1-9]\d+$/.test(number) && !Number.isSafeInteger(Number(number));
}

/** In place: the value was just parsed and nobody else has it. Recurses at most `depthMax` deep. */
function withWellFormedTexts(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const inner = members[name];
    if (typeof inner === "object" || (typeof inner === "string" && !inner.isWellFormed())) {
      members[name] = withWellFormedTexts(inner);
    }
  }
  return value;
}

/** What is wrong with a shape, in a few words: where, and what was expected. Never what stood there. */
export function issuesOf(error: z.ZodError): string {
  const shown = error.issues.slice(0, 3).map((issue) => {
    const where = issue.path.join(".");
    return where === "" ? issue.message : `${where}: ${issue.message}`;
  });
  return shown.join("; ");
}
