import { z } from "zod";

/** A whole number within bounds. Whatever is wrong with one is reported with its range: a number that is too large is a whole number too. */
export function wholeNumberSchema(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
}
