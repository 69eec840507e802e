import { importRules } from "./import-rules";
import { importsOf } from "./imports";
import { sourcesUnder } from "./repository";

type Graph = ReadonlyMap<string, readonly string[]>;

/** The first cycle found from each file, as the path that closes it. */
function cyclesIn(graph: Graph): readonly string[] {
  const finished = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file].join(" -> "));
      return;
    }
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return cycles;
}

test("no file imports itself by way of others, types included", () => {
  const files = Object.keys(importRules).flatMap(sourcesUnder);
  const graph = new Map(files.map((file) => [file, importsOf(file).flatMap((found) => found.file ?? [])]));
  expect(cyclesIn(graph)).toEqual([]);
});

test("a cycle of three files is found and shown as the path that closes it", () => {
  const graph = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts", "d.ts"]],
    ["c.ts", ["d.ts"]],
    ["d.ts", ["b.ts"]],
  ]);
  expect(cyclesIn(graph)).toContain("b.ts -> c.ts -> d.ts -> b.ts");
});
