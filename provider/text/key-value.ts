/** Shapes of values that services of this kind hand out, and runs that no word of a sentence has. */
export const keyShape =
  /\b(?:(?:sk|pk|rk|whsec)[-_][A-Za-z0-9_-]{4,}|(?:secret|sec|live|test)[-_][A-Za-z0-9_-]{12,})/gi;

/** Whether a text begins as only values do; an id may well begin with `test-`. Pure. */
export function beginsAsKeyValue(text: string): boolean {
  return /^\s*(?:sk|pk|rk|whsec)[-_][A-Za-z0-9_-]{4,}/i.test(text);
}

/** Whether a text begins as values of publishable keys usually do. Pure. */
export function beginsAsPublishable(text: string): boolean {
  return /^pk[-_]/i.test(text);
}

/** Whether a text holds what looks like the value of a key, pasted where something else belongs. Pure. */
export function holdsKeyValue(text: string): boolean {
  return text.search(keyShape) !== -1;
}
