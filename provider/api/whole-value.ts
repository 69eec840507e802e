/** What no value holds, and a redaction does: a run of signs that stand for what is not shown, or a word that says so. */
const redacted = /[*\u2022\u25cf]{3,}|\u2026|\.{3,}|redacted|hidden/i;

/** Whether an answer that is to show a value shows one: an empty or a redacted one would be lost for good. Pure. */
export function isWholeValue(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "" && !redacted.test(value);
}
