/**
 * A date, or a date and a time (RFC 3339). With a blank for the T and without seconds or an offset too, as services write
 * them.
 */
const dateTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * A time as the service shows it, in milliseconds since 1970; NaN where the text is not one. `Date.parse` alone reads
 * "about 5" and "1" as days of 2001, and a key that was just used as one that was not used for years. Pure.
 */
export function readTime(text: string | undefined): number {
  return text !== undefined && dateTime.test(text) ? Date.parse(text) : Number.NaN;
}
