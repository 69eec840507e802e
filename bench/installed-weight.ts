import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { installInto, packedTarball } from "../tools/packed.js";

const PLUGIN = "dist/provider/native/executable.js";

/** What an installation of a packed package puts on a disk. */
export interface InstalledWeight {
  /** Packages that a project has more than without it, itself among them. */
  readonly packages: number;
  /** Bytes that its node_modules has more. */
  readonly addedBytes: number;
  /** Bytes of the package's own files, but for the plugin. */
  readonly bytes: number;
  /** Bytes of the provider plugin in one file, with what it brings of other packages; 0 where there is none. */
  readonly pluginBytes: number;
  /** Names of its own files, relative to it. */
  readonly files: readonly string[];
}

/**
 * Installs a packed package by npm in a folder where nothing but some dependencies is, and weighs what came with it.
 * @param folder new; the project stays in `with`
 */
export async function weigh(
  name: string,
  folder: string,
  dependencies: Readonly<Record<string, string>>,
): Promise<InstalledWeight> {
  const [before, after] = [join(folder, "without"), join(folder, "with")];
  await installInto(before, dependencies, { lockOnly: true });
  await installInto(after, { ...dependencies, [name]: `file:${await packedTarball(name)}` });
  const there = packagesIn(before);
  // Packages for other platforms stand in the lock file, and are not there.
  const added = packagesIn(after).filter((path) => !there.includes(path) && existsSync(join(after, path)));
  const own = join(after, "node_modules", name);
  const files = ownFiles(own);
  const pluginBytes = statSync(join(own, PLUGIN), { throwIfNoEntry: false })?.size ?? 0;
  return {
    packages: added.length,
    addedBytes: added.reduce((sum, path) => sum + bytesOf(join(after, path)), 0),
    bytes: bytesOf(own) - pluginBytes,
    pluginBytes,
    files,
  };
}

/** Places of the packages that npm counts to a project, such as "node_modules/zod". */
function packagesIn(project: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as { packages: object };
  return Object.keys(packages).filter((path) => path !== "");
}

/** Files of an installed package, relative to it, without those of packages inside. */
function ownFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)))
    .filter((file) => !file.startsWith("node_modules/"));
}

const bytesOf = (folder: string): number =>
  ownFiles(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
