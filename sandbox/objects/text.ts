import { z } from "zod";

/** No control character, in what the regular expressions of every language know: clients are made from it. */
const characters = "[^\\x00-\\x1f\\x7f-\\x9f]";

/** A line of text as people type it: 1 to `max` characters, none of them a control character or half of a surrogate pair. */
export function textSchema(max: number) {
  return lineSchema("*", "must hold no control characters").min(1).max(max);
}

/** The same, with as many characters as `times` says in a regular expression. */
export function lineSchema(times: string, error: string) {
  return z
    .string()
    .regex(new RegExp(`^${characters}${times}$`, "u"), error)
    .refine((text) => !/\p{Cs}/u.test(text), error);
}
