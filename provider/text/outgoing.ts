import { printable, printableLines } from "./printable";
import { knownSecrets } from "./secrets";

/**
 * A message as it may leave the process: nothing in it is obeyed, and no secret that is known here is shown. All lines but
 * the first are indented, so that no name with a line end in it passes for a message of its own.
 */
export function outgoing(message: string): string {
  const lines = knownSecrets.redact(message).split("\n").map(printable);
  return lines.map((line, at) => (at === 0 || /^(?:\s|$)/.test(line) ? line : `  ${line}`)).join("\n");
}

/** The same in one line. */
export function outgoingLine(message: string): string {
  return printable(knownSecrets.redact(message));
}

/** A whole text of ours, such as a table, whose pieces are short and in one line already. */
export function outgoingText(text: string): string {
  return printableLines(knownSecrets.redact(text));
}

/** Data of a report: every text in it without secrets. */
export function withoutSecrets<Value>(value: Value): Value {
  return mapTexts(value, knownSecrets.redact);
}

/**
 * Data that others go on with: every text in it without the secrets that are known here, whatever else looks like one. Ids
 * stay, since without them an object is lost; a service may build its values from them.
 */
export function withoutKnownSecrets<Value>(value: Value): Value {
  return mapTexts(value, knownSecrets.withoutKnown, /^id$|Id$/);
}

function mapTexts<Value>(value: Value, change: (text: string) => string, spared?: RegExp): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change, spared)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    spared?.test(name) && typeof inner === "string" ? inner : mapTexts(inner, change, spared),
  ]);
  return Object.fromEntries(entries) as Value;
}
