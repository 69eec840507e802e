import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sourcesUnder, trackedFiles } from "./repository";

/** Folders of tests that mirror no source folder: each looks at the product, or at the sandbox, as a whole. */
const WHOLE = [
  "docs",
  "e2e",
  "package",
  "structure",
  "histories",
  "adversarial",
  "fault-suite",
  "sandbox/conformance",
  "sandbox/fuzz",
];
const MOST_LINES = 300;

test.each(["package.json", "tsconfig.json", "provider", "sdk", "examples", "test", "Pulumi.yaml", "README.md"])(
  "%s is at the top level",
  (name) => {
    expect(existsSync(join(root, name))).toBe(true);
  },
);

test("a file of more than 300 lines says in its first lines why it is long", () => {
  const sources = trackedFiles().filter((file) => /\.[cm]?[jt]s$/.test(file));
  const long = sources.filter((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    return lines.length > MOST_LINES && !lines.slice(0, 5).some((line) => /^\/\/ Long because: \S/.test(line));
  });
  expect(long).toEqual([]);
});

// A folder as a whole is tested beside its files, under its own name: test/sandbox/admin/admin.test.ts.
test("a test is where its source is: test/<path>.test.ts for <path>.ts, or for a folder <path>", () => {
  const tests = sourcesUnder("test").filter((file) => file.endsWith(".test.ts"));
  const mirrored = tests.filter((file) => !WHOLE.some((folder) => file.startsWith(`test/${folder}/`)));
  const astray = mirrored.filter((file) => {
    const path = file.replace(/^test\//, "").replace(/(\.[a-z0-9-]+)*\.test\.ts$/, "");
    const folder = path.replace(/\/([^/]+)\/\1$/, "/$1");
    return ![`${path}.ts`, `${path}.js`, folder].some((source) => existsSync(join(root, source)));
  });
  expect(astray).toEqual([]);
});

test("every file and folder has a name in kebab case", () => {
  const odd = ["sdk", "provider", "policy", "cli", "drift", "sandbox", "tools", "test", "bench"]
    .flatMap(sourcesUnder)
    .filter((file) => !/^[a-z0-9-]+(\/[a-z0-9.-]+)*$/.test(file));
  expect(odd).toEqual([]);
});

test("no module has a default export", () => {
  const sources = ["sdk", "provider", "policy", "cli", "drift", "sandbox"].flatMap(sourcesUnder);
  expect(sources.filter((file) => /^export default /m.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
