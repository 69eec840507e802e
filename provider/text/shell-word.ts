/** A text as one word of a shell command: ids come from the service, and may hold anything. Pure. */
export function shellWord(text: string): string {
  return /^[\w.:@-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
