import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { importsOf } from "./imports";
import { root } from "./repository";

const folder = mkdtempSync(join(tmpdir(), "imports-"));
afterAll(() => rmSync(folder, { recursive: true }));

function importsOfText(text: string): readonly string[] {
  const file = join(folder, "file.ts");
  writeFileSync(file, text);
  return importsOf(relative(root, file)).map(
    ({ specifier, typeOnly, lazy }) => `${specifier}${typeOnly ? " (types)" : ""}${lazy ? " (later)" : ""}`,
  );
}

test.each([
  ['import { a } from "one";', "one"],
  ['import "one";', "one"],
  ['import * as a from "one";', "one"],
  ['import a, { type B } from "one";', "one"],
  ['import type { A } from "one";', "one (types)"],
  ['import { type A, type B } from "one";', "one (types)"],
  ['import { type A, b } from "one";', "one"],
  ['export { a } from "one";', "one"],
  ['export * from "one";', "one"],
  ['export type { A } from "one";', "one (types)"],
  ['const a = require("one");', "one"],
  ['import a = require("one");', "one"],
  ['const a = () => import("one");', "one (later)"],
  ['let a: import("one").A;', "one (types)"],
])("%s is seen as an import of %s", (text, expected) => {
  expect(importsOfText(text)).toEqual([expected]);
});

test.each([
  ['import { a, b as c, type D } from "one";', ["a", "b", "D"]],
  ['export { a, b as c } from "one";', ["a", "b"]],
  ['let a: import("one").A.B;', ["A"]],
  ['import * as a from "one";', undefined],
  ['export * from "one";', undefined],
  ['const { a } = require("one");', undefined],
])("of %s the names are %j, as the other file exports them", (text, names) => {
  const file = join(folder, "file.ts");
  writeFileSync(file, text);
  expect(importsOf(relative(root, file)).map((found) => found.names)).toEqual([names]);
});

test("a relative import is resolved to the source that it will be compiled from", () => {
  writeFileSync(join(folder, "other.ts"), "");
  writeFileSync(join(folder, "file.ts"), 'import "./other.js";');
  const [found] = importsOf(relative(root, join(folder, "file.ts")));
  expect(found?.file).toBe(relative(root, join(folder, "other.ts")));
});

test("text that only looks like an import is none", () => {
  expect(importsOfText(`const a = 'import "one"'; // require("two")`)).toEqual([]);
});
