import { RE2JS } from "re2js";
import { z } from "zod";

/** Longest pattern, in characters, and largest one once its repeats are written out, in instructions: no name needs more. */
const maxCharacters = 500;
const maxInstructions = 4_000;

/** A compiled pattern. */
export interface Pattern {
  readonly source: string;
  /** Whether the whole text matches. */
  matches(text: string): boolean;
}

/** A pattern that can't be read, is too large, or needs what a linear matcher does not have. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  constructor(pattern: string, why: string) {
    super(
      `the pattern ${JSON.stringify(pattern)} is not accepted: ${why}. Write it in the syntax of RE2, without look-around and back references`,
    );
  }
}

/**
 * Compiles a regular expression in the syntax of RE2 that matches whole texts. Matching takes time in proportion to the size of the
 * pattern times the length of the text, whatever the pattern.
 *
 * @throws PatternError with the part that is wrong
 */
export function compilePattern(source: string): Pattern {
  if (source.length > maxCharacters) throw new PatternError(source, `longer than ${maxCharacters} characters`);
  const compiled = compiledBy(source);
  if (compiled.programSize() > maxInstructions) throw new PatternError(source, "its repeats are too large");
  return { source, matches: (text) => compiled.matches(text) };
}

function compiledBy(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    throw new PatternError(source, (error as Error).message.replace(/^error parsing regexp: /, ""));
  }
}

/** A pattern in a rule's configuration. */
export const patternSchema = z.string().superRefine((source, context) => {
  try {
    compilePattern(source);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
});
