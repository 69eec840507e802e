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
  expect(named).toContain("docs/reference/policy-rules.md");
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

/** What an old path of a page leaves behind, for messages and bookmarks that name it. */
const pointer = /^This page has moved to \[[^\]]+\]\(([^)]+)\)\.\n$/;

test("the map of the documentation lists every page and every example, and the README leads to the map", () => {
  const linked = new Set(linksIn(pageAt("docs/README.md")).map((link) => normalize(join("docs", link))));
  const written = pages.filter(({ path, text }) => path.startsWith("docs/") && !pointer.test(text));
  const listed = written.filter(({ path }) => !/^docs\/(?:README\.md|decisions\/(?!README)|registry\/)/.test(path));
  const examples = pages.filter(({ path }) => /^examples\/[^/]+\/README\.md$/.test(path));
  const missing = [...listed, ...examples].map(({ path }) => path).filter((path) => !linked.has(path));
  expect(missing).toEqual([]);
  const fromReadme = linksIn(pageAt("README.md"));
  for (const page of ["docs/README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md"])
    expect(fromReadme).toContain(page);
});

test("a page is of one kind, or it is one line that says where the page is now", () => {
  const loose = pages.filter(
    ({ path }) => /^docs\/[^/]+\.md$/.test(path) && !/^docs\/(?:README|native)\.md$/.test(path),
  );
  expect(loose.length).toBeGreaterThan(0);
  expect(loose.filter(({ text }) => !pointer.test(text)).map(({ path }) => path)).toEqual([]);
  const kinds = pages.flatMap(({ path }) => /^docs\/([^/]+)\//.exec(path)?.[1] ?? []);
  expect([...new Set(kinds)].sort()).toEqual([
    "decisions",
    "explanation",
    "how-to",
    "reference",
    "registry",
    "tutorials",
  ]);
});

test("no page links to an old path", () => {
  const moved = new Set(pages.filter(({ text }) => pointer.test(text)).map(({ path }) => path));
  const stale = pages.flatMap((page) =>
    linksIn(page)
      .map((link) => normalize(join(dirname(page.path), link.split("#")[0] ?? "")))
      .filter((target) => moved.has(target))
      .map((target) => `${page.path}: ${target}`),
  );
  expect(stale).toEqual([]);
});

test("every decision stands in the list of decisions", () => {
  const listed = linksIn(pageAt("docs/decisions/README.md")).map((link) => `docs/decisions/${link}`);
  const decisions = pages.map(({ path }) => path).filter((path) => /^docs\/decisions\/(?!README)/.test(path));
  expect([...listed].sort()).toEqual([...decisions].sort());
});
