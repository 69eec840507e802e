import type { z } from "zod";
import { nearest } from "./near";

const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/**
 * What is wrong with a value that a person wrote, as the end of a sentence that begins with its name; given to zod with a
 * parse, for what a schema has no words of its own. Never holds the value: a secret may stand there by mistake.
 */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type")
    return issue.input === undefined ? "is required. Add it" : `must be ${types[issue.expected] ?? "of another type"}`;
  if (issue.code === "invalid_value") return among(issue.values.map(String), issue.input);
  if (issue.code === "too_small") return bounded(issue.origin, "at least", Number(issue.minimum), issue.inclusive);
  if (issue.code === "too_big") return bounded(issue.origin, "at most", Number(issue.maximum), issue.inclusive);
  if (issue.code === "unrecognized_keys") return `has no ${issue.keys.join(", ")}. Remove it`;
  return "must have another form";
};

function among(values: readonly string[], input: unknown): string {
  const near = typeof input === "string" ? nearest(input, values) : undefined;
  const meant = near === undefined || values.length === 1 ? "" : `. Did you mean "${near}"?`;
  return `must be ${values.length === 1 ? values[0] : `one of ${values.join(", ")}`}${meant}`;
}

function bounded(origin: string, side: "at least" | "at most", bound: number, inclusive = true): string {
  if (origin === "string")
    return side === "at least" && bound === 1 ? "must not be empty" : `must have ${side} ${bound} characters`;
  if (origin === "array" || origin === "set") return `must have ${side} ${bound} ${bound === 1 ? "entry" : "entries"}`;
  const strictly = side === "at least" ? "above" : "below";
  return `must be ${inclusive ? side : strictly} ${bound}`;
}
