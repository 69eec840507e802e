import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assumptionTests } from "../../../tools/fidelity/assumption-tests";
import { assumptions } from "../../../tools/fidelity/assumptions";
import { document } from "../../../tools/fidelity/document";
import { interfaceSentences } from "./interface-sentences";
import { testsIn } from "./tests-in";

const text = readFileSync(join(__dirname, "interface.md"), "utf8");
const rows = document.flatMap(({ title, sentences }) => sentences.map((sentence) => ({ section: title, ...sentence })));

test("the table has each sentence of the document once, in its section and in the document's order", () => {
  expect(interfaceSentences(text).length).toBeGreaterThan(190);
  expect(rows.map(({ section, says }) => ({ section, says }))).toEqual(interfaceSentences(text));
});

test("every word of the document is in one of its sentences, a heading or the head of a table", () => {
  const lines = text.split("\n");
  const heads = lines.filter((line, index) => line.startsWith("#") || /^\|[-|]+\|$/.test(lines[index + 1] ?? ""));
  const words = (among: string[]) => among.join(" ").match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = (all: string[]) => all.reduce((count, word) => count.set(word, (count.get(word) ?? 0) + 1), new Map());
  const whole = counts(words(lines.map((line) => line.replace(/^[0-9]+\. /, ""))));
  // The first cell of a row stands again before each further sentence of the row.
  const parts = counts([...words(heads), ...words(interfaceSentences(text).map(({ says }) => says))]);
  expect([...whole].filter(([word, count]) => parts.get(word) < count)).toEqual([]);
});

/** Every test that is named, beside the sentence or the assumption that it shows. */
const shown = [
  ...rows.flatMap(({ says, tests }) => tests.map((name) => ({ shows: says, name }))),
  ...Object.entries(assumptionTests).flatMap(([shows, tests]) => tests.map((name) => ({ shows, name }))),
];
const files = [...new Set(shown.map(({ name }) => name.split(": ")[0] ?? ""))];
const found = files.flatMap((file) =>
  testsIn(readFileSync(join(__dirname, "..", `${file}.test.ts`), "utf8")).map((name) => `${file}: ${name}`),
);

test("every test that the tables name exists and is sure to run", () => {
  expect(shown.length).toBeGreaterThan(270);
  expect(shown.filter(({ name }) => !found.includes(name))).toEqual([]);
});

test("every test of this folder shows a sentence or an assumption", () => {
  const named = new Set(shown.map(({ name }) => name));
  const here = readdirSync(__dirname).flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? []);
  const checks = ["completeness", "readers"];
  expect(here.filter((file) => !checks.includes(file) && !files.includes(`conformance/${file}`))).toEqual([]);
  expect(found.filter((name) => name.startsWith("conformance/") && !named.has(name))).toEqual([]);
});

test("what the document leaves open is filled by an assumption, and every assumption fills something", () => {
  const open = rows.filter(({ says }) => /\bnot shown\b/i.test(says));
  expect(open.filter(({ assumptions: names }) => names.length === 0).map(({ says }) => says)).toEqual([]);
  const filling = new Set(rows.flatMap(({ assumptions: names }) => names));
  expect(Object.keys(assumptions).filter((name) => !(filling as Set<string>).has(name))).toEqual([]);
});

test("a sentence that no test shows is one of the document's few words about itself", () => {
  const silent = rows.filter(({ tests }) => tests.length === 0);
  expect(silent.every(({ nothingToShow }) => nothingToShow.length > 0)).toBe(true);
  expect(silent.map(({ says }) => says)).toEqual([
    expect.stringMatching(/^This single document covers/),
    "Rules for billing_cycle_anchor:",
    "State semantics:",
    "Replay rules:",
    "Webhook delivery rules:",
  ]);
});

const original = process.env.PAYMENTS_INTERFACE_DOCUMENT;
if (original !== undefined) {
  test("the copy of the document is the document", () => {
    expect(readFileSync(original, "utf8").trim()).toBe(text.trim());
  });
}
