import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { testRules } from "../../cli/policy-test";
import * as policy from "../../policy/index";
import * as sdk from "../../sdk/index";
import * as native from "../../sdk/native/index";
import { root, sourcesUnder } from "../structure/repository";
import { blocksIn, pages } from "./pages";
import { type Snippet, typeErrorsIn } from "./type-check";

const inPages: Snippet[] = pages.flatMap((page) =>
  blocksIn(page, "ts").map(({ line, code }) => ({ where: `${page.path}:${line}`, code })),
);

const importsOf = (names: object, from: string): string => `import * as pulumi from "@pulumi/pulumi";
import { ${Object.keys(names).sort().join(", ")} } from "${from}";`;

/** The `@example`s of the SDK's docstrings; they leave the imports out. */
const inDocstrings: Snippet[] = sourcesUnder("sdk").flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/ \* @example\n((?: \* .*\n)+?) \*(?:\/| @)/g)].map(({ 1: lines = "" }) => ({
    where: file,
    code: `${file.startsWith("sdk/native/") ? importsOf(native, "pulumi-payments/native") : importsOf(sdk, "pulumi-payments")}\n${lines.replace(/^ \* /gm, "")}`,
  }));
});

test("TypeScript in the pages and in the SDK's docstrings has no type error", () => {
  expect(inPages.length).toBeGreaterThan(0);
  expect(inDocstrings.length).toBeGreaterThanOrEqual(3);
  expect(typeErrorsIn([...inPages, ...inDocstrings])).toEqual([]);
});

test("a snippet that is wrong is found, with the place where it stands", () => {
  const code = 'import { ApiKey } from "pulumi-payments";\nnew ApiKey("ci", { type: "secrt" });';
  expect(typeErrorsIn([{ where: "page.md:3", code }])).toEqual([expect.stringMatching(/^page\.md:3: .*"secrt"/)]);
});

test("a rule that a page shows does what 'policy test' asks of a rule", async () => {
  const shown = inPages.filter(({ code }) => /\b(?:resource|stack)Rule\(/.test(code));
  expect(shown.length).toBeGreaterThan(0);
  for (const { where, code } of shown) {
    const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
    const exported: Record<string, policy.Rule> = {};
    new Function("require", "exports", outputText)(() => policy, exported);
    const lines: string[] = [];
    const failed = await testRules(Object.values(exported), (line) => lines.push(`${where}: ${line}`));
    expect([failed, lines]).toEqual([0, expect.arrayContaining([expect.stringMatching(/1 rules fail and pass/)])]);
  }
});
