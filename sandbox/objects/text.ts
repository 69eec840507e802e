import { z } from "zod";

/** A line of text as people type it: 1 to `max` characters, none of them a control character. */
export function textSchema(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must hold no control characters");
}
