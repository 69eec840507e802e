import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figure";

const folder = join(__dirname, "figures");

/** The figures of every file in figures/, by the files' names. */
export function allFigures(): readonly Figure[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => (require(join(folder, file)) as { figures: readonly Figure[] }).figures);
}
