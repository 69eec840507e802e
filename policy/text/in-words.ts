const mostListed = 5;

/** `a`, `a and b`, `a, b and c`. */
export function andOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** The first few, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const more = names.length - mostListed;
  return andOf(more > 0 ? [...names.slice(0, mostListed), `${more} more`] : names);
}
