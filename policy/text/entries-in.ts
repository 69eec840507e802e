/** The entries of the object in a JSON text; empty where the text is not JSON or holds something else. */
export function entriesIn(text: string): ReadonlyMap<string, unknown> {
  try {
    return new Map(Object.entries(Object(JSON.parse(text))));
  } catch {
    // The provider refuses such a text, with the reason.
    return new Map();
  }
}
