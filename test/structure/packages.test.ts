import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importRules } from "./import-rules";
import { importsOf } from "./imports";
import { root, sourcesUnder } from "./repository";

const manifestIn = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
const [provider, sandbox] = [manifestIn(""), manifestIn("sandbox")];

test("both packages have one version, license and oldest Node, and the provider takes a sandbox of its own version", () => {
  const shared = ({ version, license, engines, type }: Record<string, unknown>) => ({
    version,
    license,
    engines,
    type,
  });
  expect(shared(sandbox)).toEqual(shared(provider));
  expect(provider.peerDependencies[sandbox.name]).toBe(`^${provider.version}`);
  expect(provider.peerDependenciesMeta[sandbox.name]).toEqual({ optional: true });
});

test("a dependency that both packages have is of one range", () => {
  const both = Object.keys(sandbox.dependencies).filter((name) => name in provider.dependencies);
  expect(both.map((name) => sandbox.dependencies[name])).toEqual(both.map((name) => provider.dependencies[name]));
});

/** Packages that the sources of some folders load, without their subpaths. */
function loadedBy(folders: readonly string[]): string[] {
  const found = folders.flatMap(sourcesUnder).flatMap(importsOf);
  const names = found.filter(({ file, typeOnly }) => file === undefined && !typeOnly).map(({ specifier }) => specifier);
  const packages = names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(packages.filter((name) => !name.startsWith("node:")))].sort();
}

test.each([
  ["pulumi-payments", provider, ["sdk", "provider", "policy", "cli", "drift"]],
  ["pulumi-payments-sandbox", sandbox, ["sandbox"]],
])("%s depends on what its sources load, and on nothing else", (name, manifest, folders) => {
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const loaded = loadedBy(folders).filter((each) => each !== name);
  expect(loaded.filter((each) => !declared.includes(each))).toEqual([]);
  expect(Object.keys(manifest.dependencies).filter((each) => !loaded.includes(each))).toEqual([]);
});

test("neither package's sources import the other's, but for the one file that finds the sandbox", () => {
  expect(importRules.sandbox?.folders).toEqual([]);
  for (const folder of ["sdk", "provider", "policy", "cli", "drift"])
    expect(importRules[folder]?.folders).not.toContain("sandbox");
});
