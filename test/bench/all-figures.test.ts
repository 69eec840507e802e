import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allFigures } from "../../bench/all-figures";

const figures = allFigures();

/** Each operation, however the sandbox keeps its data, ahead of each peer that keeps or checks as little but runs on Node too. */
const leads = ["memory", "data"].flatMap((storage) => [
  `list-keys-${storage}-vs-prism`,
  ...["create-key", "create-intent"].flatMap((operation) =>
    ["json-server", "prism"].map((peer) => `${operation}-${storage}-vs-${peer}`),
  ),
]);

test("every promised limit has its figure", () => {
  const limits = figures.filter(({ limit }) => limit !== undefined).map(({ name, limit }) => [name, limit]);
  expect(Object.fromEntries(limits)).toMatchObject({
    "preview-ratio": { atMost: 1.05 },
    "list-requests-10-keys": { exactly: 1 },
    "list-requests-100-keys": { exactly: 1 },
    "list-requests-1000-keys": { exactly: 11 },
    "state-per-key": { atMost: 1.5 },
    "up-ratio": { atMost: 0.55 },
    load: { atMost: 30 },
    "sandbox-ready": { atMost: 200 },
    "deliveries-8000": { atMost: 1 },
    "list-100000-keys-first": { atMost: 1.3 },
    "list-100000-keys-last": { atMost: 1.3 },
    "drift-all-ratio": { atMost: 0.6 },
    "keys-memory": { atMost: 1.25 },
    "provider-packages": { atMost: 12 },
    "provider-size": { atMost: 3 },
    "provider-files": { atMost: 699 },
    "provider-plugin-size": { atMost: 5 },
    "native-plugin-ready": { atMost: 300 },
    "native-executable-ready": { atMost: 200 },
    ...Object.fromEntries(leads.map((name) => [name, { atLeast: 1 }])),
  });
});

test("names are in kebab case and unique", () => {
  const names = figures.map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("a peer that may win has its lines without a limit, so that it alone never fails a run", () => {
  const lines = figures.filter(({ name }) => /-vs-stripe-mock$|^list-keys-.*-vs-json-server$/.test(name));
  expect(lines).toHaveLength(8);
  expect(lines.filter(({ limit }) => limit !== undefined)).toEqual([]);
});

test("the page of the last whole run has a line for each figure, and none that is no more", () => {
  const page = readFileSync(join(__dirname, "..", "..", "docs", "reference", "benchmarks.md"), "utf8");
  const lines = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(lines).toEqual(figures.map(({ name }) => name));
});
