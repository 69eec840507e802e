import { interfaceSentences } from "./interface-sentences";
import { testsIn } from "./tests-in";

test("paragraphs, list items and table rows are split into sentences, under their headings", () => {
  const text = [
    "# Title",
    "",
    "First. Second: x, y.",
    "## Part",
    "- One item. Of two sentences.",
    "2. Numbered",
    "### Table",
    "| Name | Meaning |",
    "|---|---|",
    "| a | One. Two. |",
    "| b | |",
    "## Next",
    "Last.",
  ].join("\n");
  expect(interfaceSentences(text).map(({ section, says }) => `${section}: ${says}`)).toEqual([
    ": First.",
    ": Second: x, y.",
    "Part: One item.",
    "Part: Of two sentences.",
    "Part: Numbered",
    "Part, Table: a | One.",
    "Part, Table: a | Two.",
    "Part, Table: b | ",
    "Next: Last.",
  ]);
});

test("a construct without a rule is refused, not passed over", () => {
  for (const line of ["```", "> quoted", "    code", "#### deep", "* star", "<b>"])
    expect(() => interfaceSentences(`# Title\n\n${line}`)).toThrow("No rule for the line");
});

test("tests are found by their whole names, at the top of a file and in groups", () => {
  const code =
    'test("a", () => {}); describe("b", () => { test("c", async () => {}); describe("d", () => { test(`e`, f); }); });';
  expect(testsIn(code)).toEqual(["a", "b c", "b d e"]);
});

test("a test that may not run is not found", () => {
  for (const held of [
    'test.skip("a", f);',
    'test.todo("a");',
    'if (x) test("a", f);',
    'for (const x of []) { test("a", f); }',
    'describe.skip("b", () => { test("a", f); });',
    'test.each([])("a", f);',
    '// test("a", f);',
    "const text = 'test(\"a\", f)';",
    'test("a", f); test.only("b", f);',
    'test("a" + b, f);',
  ])
    expect([held, testsIn(held)]).toEqual([held, []]);
});
