/** A parsed pattern. */
export type Node =
  | { kind: "character"; reads: (character: string) => boolean }
  | { kind: "sequence"; parts: Node[] }
  | { kind: "choice"; options: Node[] }
  | { kind: "repeat"; part: Node; least: number; most: number | undefined };

/** A pattern that can't be read, or that asks for what a linear matcher does not have. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  constructor(pattern: string, at: number, why: string) {
    super(`the pattern ${JSON.stringify(pattern)} is not accepted: ${why} (character ${at + 1})`);
  }
}

/** Repeats of repeats multiply; a name never needs more. */
const mostRepeats = 256;
const mostCharacters = 500;

type Reads = (character: string) => boolean;
const isDigit: Reads = (character) => character >= "0" && character <= "9";
const isWord: Reads = (character) => /^[A-Za-z0-9_]$/.test(character);
const isSpace: Reads = (character) => /^\s$/.test(character);
const classes: Readonly<Record<string, Reads>> = {
  d: isDigit,
  D: (character) => !isDigit(character),
  w: isWord,
  W: (character) => !isWord(character),
  s: isSpace,
  S: (character) => !isSpace(character),
};

/** Reads a pattern from left to right. `^` and `$` are allowed at the ends, where they say what holds anyway. */
export function parsePattern(source: string): Node {
  const text = [...source];
  let at = 0;
  let size = 0;
  const refuse = (why: string, place = at): never => {
    throw new PatternError(source, place, why);
  };
  if (text.length > mostCharacters) refuse(`longer than ${mostCharacters} characters`);

  function choice(depth: number): Node {
    const options = [sequence(depth)];
    while (text[at] === "|") {
      at += 1;
      options.push(sequence(depth));
    }
    return options.length === 1 ? options[0]! : { kind: "choice", options };
  }

  function sequence(depth: number): Node {
    const parts: Node[] = [];
    while (at < text.length && text[at] !== "|" && text[at] !== ")") {
      if (text[at] === "^" && at === 0) at += 1;
      else if (text[at] === "$" && at === text.length - 1) at += 1;
      else parts.push(repeated(depth));
    }
    return { kind: "sequence", parts };
  }

  function repeated(depth: number): Node {
    const before = size;
    const part = single(depth);
    const cost = size - before;
    const range = times();
    if (range === undefined) return part;
    size += cost * Math.max(range.least, range.most ?? 1);
    if (size > mostRepeats * 8) refuse("its repeats are too large");
    if (text[at] === "?" || text[at] === "*" || text[at] === "+" || text[at] === "{") {
      refuse("a repeat of a repeat; put the inner one into parentheses");
    }
    return { kind: "repeat", part, ...range };
  }

  function times(): { least: number; most: number | undefined } | undefined {
    const mark = text[at];
    if (mark === "?" || mark === "*" || mark === "+") {
      at += 1;
      return { least: mark === "+" ? 1 : 0, most: mark === "?" ? 1 : undefined };
    }
    if (mark !== "{") return undefined;
    const found = /^\{(\d+)(,(\d*))?\}/.exec(text.slice(at).join(""));
    if (!found) return refuse("{ begins a count such as {2,5}; write \\{ for the character");
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === "" ? undefined : Number(found[3]);
    if (least > mostRepeats || (most ?? 0) > mostRepeats) refuse(`a count over ${mostRepeats}`);
    if (most !== undefined && most < least) refuse("a count that ends before it begins");
    at += found[0].length;
    return { least, most };
  }

  function single(depth: number): Node {
    size += 1;
    const place = at;
    const character = text[at] ?? refuse("it ends too soon");
    at += 1;
    if (character === "(") return group(depth);
    if (character === "[") return { kind: "character", reads: set() };
    if (character === ".") return { kind: "character", reads: (read) => read !== "\n" };
    if (character === "\\") return { kind: "character", reads: escaped() };
    if ("*+?{^$]}".includes(character))
      refuse(`${character} stands where a character is expected; write \\${character}`, place);
    return { kind: "character", reads: (read) => read === character };
  }

  function group(depth: number): Node {
    if (depth > 20) refuse("too many parentheses in each other");
    if (text[at] === "?") {
      if (text[at + 1] !== ":") refuse("look-around and named groups are not available");
      at += 2;
    }
    const inner = choice(depth + 1);
    if (text[at] !== ")") refuse("a ) is missing");
    at += 1;
    return inner;
  }

  function escaped(): Reads {
    const place = at - 1;
    const character = text[at] ?? refuse("it ends with \\");
    at += 1;
    const named = classes[character];
    if (named !== undefined) return named;
    if (/[A-Za-z0-9]/.test(character)) refuse(`\\${character} is not available`, place);
    return (read) => read === character;
  }

  function set(): Reads {
    const negated = text[at] === "^";
    if (negated) at += 1;
    const members: Reads[] = [];
    while (text[at] !== "]") {
      const from = text[at] ?? refuse("a ] is missing");
      at += 1;
      if (from === "\\") members.push(escaped());
      else if (text[at] === "-" && text[at + 1] !== undefined && text[at + 1] !== "]") {
        const to = text[at + 1]!;
        if (to === "\\" || to < from) refuse("a range that ends before it begins");
        at += 2;
        members.push((read) => read >= from && read <= to);
      } else members.push((read) => read === from);
    }
    at += 1;
    return (read) => members.some((member) => member(read)) !== negated;
  }

  const whole = choice(0);
  if (at < text.length) refuse("a ) without its (");
  return whole;
}
