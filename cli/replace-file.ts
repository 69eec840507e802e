import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { knownSecrets } from "../provider/text/secrets";

/**
 * Writes a file as a whole: whoever reads it meanwhile sees the old or the new one. A link in its place is replaced, and no
 * link is followed, so nobody who can write to its folder makes us write elsewhere. No secret that is known here goes into it.
 */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  writeFileSync(temporary, knownSecrets.redact(text), { flag: "wx", mode });
  renameSync(temporary, file);
}
