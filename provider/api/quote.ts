import { keyShape } from "../text/key-value";
import { printable } from "../text/printable";
import { redactedMark, type Secrets } from "../text/secrets";

/** What stands in the place of a text that is not shown at all. */
export const withheld = "[withheld, since it may hold a secret]";

/** Longest quote, in characters. */
export const quotedMost = 300;
/** A longer text is not read through for secrets, so it is not shown either. */
const readMost = 8_192;

const secretPair =
  /(["']?)((?:[\w.-]{0,40}[-_.])?(?:value|secret|token|password|passwd|credential|authorization|(?:api)?[-_]?key))\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,;}&<]+)/gi;
/** Letters and digits in a row that no word is. */
const longRun = /[A-Za-z0-9_+=~-]{20,}/g;

/**
 * What a message shows of a text of the service: one short line. Nothing of it where anything that it can be read as
 * holds a secret or twelve characters of one; else without what looks like somebody's secret. Pure.
 *
 * @param keep ids that are shown though they are long
 */
export function quote(raw: string, secrets: Pick<Secrets, "mayHold">, keep: readonly string[] = []): string {
  if (raw.length > readMost || secrets.mayHold(raw)) return withheld;
  const spare = (run: string): string => (keep.includes(run) ? run : redactedMark);
  const line = raw
    .replace(/<[^<>]*>/g, " ")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, "")
    .replace(/[\s\p{Cc}\p{Z}]+/gu, " ")
    .trim()
    .replace(
      secretPair,
      (_, mark: string, name: string, between: string) => `${mark}${name}${mark}${between}${redactedMark}`,
    )
    .replace(keyShape, spare)
    .replace(longRun, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? spare(run) : run));
  return printable(line.length <= quotedMost ? line : `${line.slice(0, quotedMost - 1)}…`);
}
