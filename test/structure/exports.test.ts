import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { exportedValuesOf } from "./exports";
import { importRules } from "./import-rules";
import { importsOf } from "./imports";
import { root, sourcesUnder } from "./repository";

/** Their exports are for others: the engine takes a program's, the compiler checks types. */
const others = /^(examples|bench\/figures)\/|^test\/sdk\/public-types\.ts$/;

/** What users of the packages load. */
function entrances(): readonly string[] {
  return ["", "sandbox/"].flatMap((folder) => {
    const { exports, bin } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const loaded = Object.values<string | { default: string }>(exports).map((each) =>
      typeof each === "string" ? each : each.default,
    );
    const files = [...loaded, ...Object.values<string>(bin)];
    return files.map((file) => file.replace(/^(\.\/)?dist\/(.*)\.js$/, `${folder}$2.ts`));
  });
}

test("the values that a file exports are told, and its types and all else are not", () => {
  const folder = mkdtempSync(join(tmpdir(), "exports-"));
  const file = join(folder, "file.ts");
  const lines = ["export const a = 1, b = 2;", "export async function c() {}", "export class D {}", "const e = 1;"];
  writeFileSync(file, [...lines, "export interface F {}", "export type G = 1;", 'export { h } from "h";'].join("\n"));
  const found = exportedValuesOf(relative(root, file));
  rmSync(folder, { recursive: true });
  expect(found).toEqual(["a", "b", "c", "D"]);
});

/** Exported values that nobody needs: no other file imports them, or only a test does and their own file never uses them. */
function unused(): readonly string[] {
  const sources = Object.keys(importRules).flatMap(sourcesUnder);
  const imported = { byTests: new Set<string>(), byOthers: new Set(entrances()) };
  for (const { from, file, names } of sources.flatMap(importsOf)) {
    if (file === undefined) continue;
    const importer = from.startsWith("test/") && !file.startsWith("test/") ? imported.byTests : imported.byOthers;
    for (const each of names?.map((name) => `${file} ${name}`) ?? [file]) importer.add(each);
  }
  return sources
    .filter((file) => !imported.byOthers.has(file) && !others.test(file))
    .flatMap((file) => exportedValuesOf(file).map((name) => ({ file, name, each: `${file} ${name}` })))
    .filter(({ each }) => !imported.byOthers.has(each))
    .filter(
      ({ file, name, each }) => !((imported.byTests.has(each) || imported.byTests.has(file)) && isUsedIn(file, name)),
    )
    .map(({ each }) => each);
}

const isUsedIn = (file: string, name: string): boolean =>
  [...readFileSync(join(root, file), "utf8").matchAll(new RegExp(`\\b${name}\\b`, "g"))].length > 1;

test("every value that a file exports is imported by another one, or used in its own and imported by a test", () => {
  expect(unused()).toEqual([]);
});
