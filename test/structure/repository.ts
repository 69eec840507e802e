import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The checkout that the tests look at. */
export const root = resolve(__dirname, "..", "..");

/** What git tracks and is still there, relative to the root; `filter` is git's, as `--ignored`. */
export function trackedFiles(...filter: string[]): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", ...filter], { cwd: root, encoding: "utf8" });
  return listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

/** Source files under a folder, relative to the root, tracked or not. */
export function sourcesUnder(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sourcesUnder(path);
    return /(?<!\.d)\.[cm]?[jt]s$/.test(entry.name) ? [path] : [];
  });
}
