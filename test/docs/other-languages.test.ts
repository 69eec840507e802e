import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../structure/repository";
import { blocksIn, pageAt } from "./pages";

const page = pageAt("docs/how-to/use-another-language.md");
const read = (path: string): string => readFileSync(join(root, "examples", path), "utf8");

/** The programs that test/e2e/languages.test.ts runs. */
const examples: Readonly<Record<string, readonly string[]>> = {
  yaml: ["yaml/Pulumi.yaml", "python/Pulumi.yaml", "go/Pulumi.yaml"],
  python: ["python/__main__.py"],
  go: ["go/main.go"],
  text: ["go/go.mod"],
};

test.each(Object.entries(examples))(
  "each block of %s on the page stands in an example that is run",
  (language, files) => {
    const blocks = blocksIn(page, language);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.filter(({ code }) => !files.some((file) => read(file).includes(code)))).toEqual([]);
  },
);

test("every example names the plugin as the page does", () => {
  const [plugin] = blocksIn(page, "yaml").filter(({ code }) => code.startsWith("plugins:"));
  for (const file of examples.yaml ?? []) expect(read(file)).toContain(plugin?.code);
});

test("the page has no block that nothing looks at", () => {
  const shown = new Set([...page.text.matchAll(/^```(\w+)$/gm)].map(([, language]) => language));
  expect([...shown].sort()).toEqual([...Object.keys(examples), "sh"].sort());
});

test("the oldest Python and Go of the page are those of the SDKs", () => {
  const [, python] =
    /requires-python = ">=([\d.]+)"/.exec(readFileSync(join(root, "sdks/python/pyproject.toml"), "utf8")) ?? [];
  const [, go] = /^go ([\d.]+)$/m.exec(readFileSync(join(root, "sdks/go/go.mod"), "utf8")) ?? [];
  expect(page.text).toContain(`| Python ${python} or later |`);
  expect(page.text).toContain(`| Go ${go} or later |`);
});
