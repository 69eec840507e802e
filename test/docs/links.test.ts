import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root, sourcesUnder } from "../structure/repository";
import { anchorsIn, linksIn, pageAt, pages } from "./pages";

test("a page that a message names is in the package", () => {
  const shipped: readonly string[] = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).files;
  const sources = ["cli", "policy", "provider", "sdk"].flatMap((folder) => sourcesUnder(folder));
  const named = sources.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/\b(?:docs\/[\w/-]+|[A-Z]+)\.md\b/g)].map(([page]) => page),
  );
  expect(named).toContain("docs/policy.md");
  for (const page of new Set(named)) {
    expect(existsSync(join(root, page))).toBe(true);
    expect(shipped.some((entry) => page === entry || page.startsWith(`${entry}/`))).toBe(true);
  }
});

test("every link to a file of the repository leads to one, and every anchor to a heading", () => {
  const broken = pages.flatMap((page) =>
    linksIn(page)
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? page.path : normalize(join(dirname(page.path), file));
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && !anchorsIn(pageAt(target)).includes(anchor);
      })
      .map((link) => `${page.path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("links are found in prose and in tables, not in code", () => {
  const text =
    "See [a](a.md#x) | [b](../b.md) | [out](https://example.com).\n\n    [c](c.md)\n\n```ts\n[d](d.md)\n```\n";
  expect(linksIn({ path: "page.md", text })).toEqual(["a.md#x", "../b.md"]);
});

test("the pages that the README promises are reached from it: reference, guides, examples, decisions", () => {
  const linked = new Set(linksIn(pageAt("README.md")).map((link) => link.split("#")[0]));
  const guides = pages.map(({ path }) => path).filter((path) => /^docs\/[^/]+\.md$|^docs\/resources\//.test(path));
  const examples = pages.map(({ path }) => path).filter((path) => /^examples\/[^/]+\/README\.md$/.test(path));
  const missing = [...guides, ...examples, "docs/decisions/README.md", "CONTRIBUTING.md", "SECURITY.md"];
  expect(missing.filter((path) => !linked.has(path))).toEqual([]);
});

test("every decision stands in the list of decisions", () => {
  const listed = linksIn(pageAt("docs/decisions/README.md")).map((link) => `docs/decisions/${link}`);
  const decisions = pages.map(({ path }) => path).filter((path) => /^docs\/decisions\/(?!README)/.test(path));
  expect([...listed].sort()).toEqual([...decisions].sort());
});
