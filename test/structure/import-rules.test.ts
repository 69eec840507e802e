import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { type ImportRule, importRules } from "./import-rules";
import { type Import, importsOf } from "./imports";
import { root, sourcesUnder, trackedFiles } from "./repository";

const folders = Object.keys(importRules);
const isUnder = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

/** An example is a project of its own: its parts may import each other, and nothing outside it. */
function homeOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return first === "examples" ? `${first}/${second}` : first;
}

function packagesMadeIn(home: string): readonly string[] {
  const manifests = trackedFiles().filter((file) => isUnder(file, home) && file.endsWith("/package.json"));
  return manifests.map((file) => JSON.parse(readFileSync(join(root, file), "utf8")).name);
}

function isAllowed(found: Import, rule: ImportRule): boolean {
  const home = homeOf(found.from);
  if (found.file !== undefined) {
    const file = found.file;
    const hosts = Object.keys(rule.hosts ?? {});
    // A host loads more than the rest of its folder may: that rest must not load it.
    const isOfHost = hosts.some((host) => isUnder(found.from, host));
    if (isUnder(file, home)) return isOfHost || !hosts.some((host) => isUnder(file, host));
    const types = found.typeOnly ? (rule.typeOnly ?? []) : [];
    const lazy = found.lazy ? (rule.lazy ?? []) : [];
    return [...rule.folders, ...types, ...lazy].some((folder) => isUnder(file, folder));
  }
  if (found.specifier.startsWith("node:")) return true;
  const packages = rule.packages === "any" ? [found.specifier] : rule.packages;
  const ofHost = Object.entries(rule.hosts ?? {}).flatMap(([host, more]) => (isUnder(found.from, host) ? more : []));
  return [...packages, ...ofHost, ...(home.startsWith("examples/") ? packagesMadeIn(home) : [])].some((name) =>
    isUnder(found.specifier, name),
  );
}

describe.each(folders)("files in %s/", (folder) => {
  const rule = importRules[folder] as ImportRule;
  const found = sourcesUnder(folder).flatMap(importsOf);

  test("import only what the table allows them", () => {
    const forbidden = found.filter((one) => !isAllowed(one, rule));
    expect(forbidden.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test("name TypeScript sources without an extension, but for import()", () => {
    const written = found.filter(({ from, specifier, file, lazy }) => {
      const isSource = from.endsWith(".ts") && file?.endsWith(".ts") === true;
      return isSource && specifier.startsWith(".") && specifier.endsWith(".js") && !lazy;
    });
    expect(written.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test("name the index of a folder whose package.json names the build, which may be older than the sources", () => {
    const builds = found.filter(({ from, specifier }) => {
      const target = join(root, dirname(from), specifier);
      return specifier.startsWith(".") && !existsSync(`${target}.ts`) && existsSync(join(target, "package.json"));
    });
    expect(builds.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test("name Node's own modules with their prefix", () => {
    const bare = found.filter(({ specifier }) => !specifier.startsWith("node:") && builtinModules.includes(specifier));
    expect(bare.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });
});

test("every folder with sources has a row in the table", () => {
  const withSources = trackedFiles()
    .filter((file) => file.includes("/") && /\.[cm]?[jt]s$/.test(file))
    .map((file) => file.split("/")[0]);
  expect([...new Set(withSources)].filter((folder) => !folders.includes(folder ?? ""))).toEqual([]);
});

test("the root's own scripts import nothing but each other", () => {
  const scripts = trackedFiles().filter((file) => !file.includes("/") && /\.[cm]?[jt]s$/.test(file));
  const found = scripts.flatMap(importsOf).filter(({ file }) => file === undefined || file.includes("/"));
  expect(found.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
});

test("what runs before anything is installed imports only Node and its own kind", () => {
  const scripts = ["tools/run.js", "tools/tasks.js", "tools/test-all.js", "tools/engine-path.js", "tools/packed.js"];
  const early = [...scripts, ...sourcesUnder("tools/set-up"), ...sourcesUnder("tools/checks")];
  const loaded = early.flatMap(importsOf).filter(({ typeOnly }) => !typeOnly);
  const others = loaded.filter(({ file, specifier }) =>
    file === undefined ? !specifier.startsWith("node:") : !isUnder(file, "tools"),
  );
  expect(others.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
});
