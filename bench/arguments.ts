import { nearest } from "../provider/text/near";
import type { Figure } from "./figure";

export const FULL_SIZE = 1_000;

/** What the command line asks for. */
export interface Wishes {
  readonly figures: readonly Figure[];
  readonly keys: number;
  readonly rounds: number | undefined;
  readonly json: boolean;
  readonly write: boolean;
  readonly list: boolean;
  readonly help: boolean;
}

const switches = ["--json", "--write", "--list", "--help"] as const;
const valued = ["--only", "--keys", "--rounds"] as const;
type Valued = (typeof valued)[number];

/** Reads the command line: all its problems at once, or what it asks for. Pure. */
export function readArguments(
  args: readonly string[],
  all: readonly Figure[],
): { wishes: Wishes } | { problems: readonly string[] } {
  const problems: string[] = [];
  const on = new Set<string>();
  const values = new Map<Valued, string>();
  const patterns: string[] = [];
  const queue = args.flatMap((word) => (/^--\w+=/.test(word) ? splitOnce(word) : [word]));
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if ((switches as readonly string[]).includes(word)) on.add(word);
    else if ((valued as readonly string[]).includes(word)) {
      const value = queue.shift();
      if (value === undefined) problems.push(`${word} needs a value after it.`);
      else if (word === "--only") patterns.push(value);
      else values.set(word as Valued, value);
    } else problems.push(`There is no option ${word}${meant(word, [...switches, ...valued])}.`);
  }

  const keys = wholeNumber("--keys", FULL_SIZE);
  const rounds = wholeNumber("--rounds", undefined);
  const fits = (figure: Figure): boolean => figure.keys === undefined || figure.keys <= (keys ?? FULL_SIZE);
  const names = all.map(({ name }) => name);
  for (const pattern of patterns) {
    const meantBy = all.filter(({ name }) => matches(pattern, name));
    const [tooBig] = meantBy;
    if (tooBig === undefined)
      problems.push(`There is no figure ${pattern}${meant(pattern, names)}. The figures are ${names.join(", ")}.`);
    else if (!meantBy.some(fits))
      problems.push(`The figure ${tooBig.name} is about ${tooBig.keys} keys; --keys makes fewer.`);
  }
  const figures = all.filter(
    (figure) => fits(figure) && (patterns.length === 0 || patterns.some((pattern) => matches(pattern, figure.name))),
  );
  if (on.has("--write") && (keys !== FULL_SIZE || rounds !== undefined))
    problems.push("--write keeps what was measured in full: leave out --keys and --rounds.");
  if (problems.length > 0) return { problems };
  return {
    wishes: {
      figures,
      keys: keys ?? FULL_SIZE,
      rounds,
      json: on.has("--json"),
      write: on.has("--write"),
      list: on.has("--list"),
      help: on.has("--help"),
    },
  };

  function wholeNumber(option: Valued, fallback: number | undefined): number | undefined {
    const text = values.get(option);
    if (text === undefined) return fallback;
    if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
    problems.push(`${option} takes a whole number from 1 to 99999, not ${text}.`);
    return undefined;
  }
}

/** A name, or a pattern in which * stands for anything. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[^\w-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(name);
}

function meant(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  return near === undefined ? "" : `; ${near} may be meant`;
}

function splitOnce(word: string): readonly string[] {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
}
