import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allFigures } from "../../bench/all-figures.js";

const figures = allFigures();

test("every promised limit has its figure", () => {
  const limits = figures.filter(({ limit }) => limit !== undefined).map(({ name, limit }) => [name, limit]);
  expect(Object.fromEntries(limits)).toEqual({
    "preview-ratio": { atMost: 1.05 },
    "list-requests-10-keys": { exactly: 1 },
    "list-requests-100-keys": { exactly: 1 },
    "list-requests-1000-keys": { exactly: 11 },
    "state-per-key": { atMost: 1.5 },
    "up-ratio": { atMost: 0.55 },
    load: { atMost: 30 },
  });
});

test("names are in kebab case and unique", () => {
  const names = figures.map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("the page of the last whole run has a line for each figure, and none that is no more", () => {
  const page = readFileSync(join(__dirname, "..", "..", "docs", "benchmarks.md"), "utf8");
  const lines = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(lines).toEqual(figures.map(({ name }) => name));
});
