import { z } from "zod";
import { type Node, parsePattern } from "./pattern-syntax.js";

/** A compiled pattern. */
export interface Pattern {
  readonly source: string;
  /** Whether the whole text matches. */
  matches(text: string): boolean;
}

/** One state of the automaton: what it reads, and where it goes on. Without `reads` it goes on at once. */
interface State {
  reads?: (character: string) => boolean;
  next: number[];
}

/**
 * Compiles a regular expression that matches whole texts: literals, `.`, classes, `\d \w \s`, groups, `|`, `?`, `*`, `+`,
 * `{m,n}`. It is run as an automaton that holds all its states at once, so no pattern takes longer than its size times
 * the length of the text. What that can't do (look-around, back references) is refused.
 *
 * @throws PatternError with the place
 */
export function compilePattern(source: string): Pattern {
  const states: State[] = [];
  const end = add(states, { next: [] });
  const start = build(states, parsePattern(source), end);
  return {
    source,
    matches(text) {
      let current = closure(states, [start]);
      for (const character of text) {
        const reached: number[] = [];
        for (const index of current) {
          const state = states[index]!;
          if (state.reads?.(character)) reached.push(...state.next);
        }
        current = closure(states, reached);
        if (current.size === 0) return false;
      }
      return current.has(end);
    },
  };
}

/** A pattern in a rule's configuration. */
export const patternSchema = z.string().superRefine((source, context) => {
  try {
    compilePattern(source);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
});

function add(states: State[], state: State): number {
  states.push(state);
  return states.length - 1;
}

/** Builds the states of a node, each leading on to `after`; answers where it begins. */
function build(states: State[], node: Node, after: number): number {
  switch (node.kind) {
    case "character":
      return add(states, { reads: node.reads, next: [after] });
    case "sequence":
      return node.parts.reduceRight((then, part) => build(states, part, then), after);
    case "choice":
      return add(states, { next: node.options.map((option) => build(states, option, after)) });
    case "repeat":
      return repeat(states, node, after);
  }
}

function repeat(states: State[], { part, least, most }: Extract<Node, { kind: "repeat" }>, after: number): number {
  let then = after;
  if (most === undefined) {
    then = add(states, { next: [after] });
    states[then]!.next.push(build(states, part, then));
  } else {
    for (let count = least; count < most; count += 1) {
      then = add(states, { next: [build(states, part, then), after] });
    }
  }
  for (let count = 0; count < least; count += 1) then = build(states, part, then);
  return then;
}

function closure(states: readonly State[], from: readonly number[]): Set<number> {
  const reached = new Set(from);
  // A set that grows while it is walked is walked to its end.
  for (const index of reached) {
    const { reads, next } = states[index]!;
    if (reads === undefined) for (const each of next) reached.add(each);
  }
  return reached;
}
