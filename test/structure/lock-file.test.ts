import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  /** Of a package of this repository. */
  readonly link?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const locked: Readonly<Record<string, LockedPackage>> = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
).packages;

/** Where Node would look for a dependency of the package at `path`, nearest first. */
function places(path: string, name: string): readonly string[] {
  const parents = path.split("/node_modules/");
  const nested = parents.map(
    (_, depth) => `${parents.slice(0, depth + 1).join("/node_modules/")}/node_modules/${name}`,
  );
  return [...nested.reverse(), `node_modules/${name}`];
}

test("the lock file names every optional package of every platform, so that npm ci accepts it anywhere", () => {
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !places(path, name).some((place) => place in locked)),
  );
  expect(missing).toEqual([]);
});

test("every locked package has a checksum", () => {
  const others = Object.entries(locked).filter(([path]) => path.includes("node_modules/"));
  const unchecked = others.filter(([, entry]) => entry.integrity === undefined && entry.link !== true);
  expect(others.length).toBeGreaterThan(500);
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test("the Go modules of tools are pinned with their checksums", () => {
  for (const module of ["engine", "language-host", "language-host-go", "language-host-yaml", "sdk-generator"]) {
    const sums = readFileSync(join(root, "tools", module, "go.sum"), "utf8");
    expect(sums).toMatch(/^github\.com\/pulumi\/pulumi\/(pkg|sdk)\/v3 v\S+ h1:/m);
  }
});
