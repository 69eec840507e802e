/** What the object that a JSON text holds says, by name; nothing where it holds another thing or is no JSON. */
export function entriesIn(text: string): ReadonlyMap<string, unknown> {
  try {
    return new Map(Object.entries(Object(JSON.parse(text))));
  } catch {
    // Whoever reads it in earnest refuses it, with the reason.
    return new Map();
  }
}
