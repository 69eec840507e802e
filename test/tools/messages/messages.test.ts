import { messagesIn, messagesOf } from "../../../tools/messages/collect.js";
import { breaches, rules } from "../../../tools/messages/guide.js";
import { root, sourcesUnder } from "../../structure/repository";

test("texts for people are found in literals and templates, with a sign for each value; names, paths and queries are not", () => {
  const code = [
    'import { x } from "a path of words";',
    'const a = "The key is gone.";',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is a source.
    "const b = `API key ${id} was deleted\\nby a colleague today`;",
    'const c = "kebab-case", d = "SELECT id FROM api_keys";',
  ].join("\n");
  expect(messagesOf("a.ts", code)).toEqual([
    { file: "a.ts", line: 2, text: "The key is gone." },
    { file: "a.ts", line: 3, text: "API key … was deleted" },
    { file: "a.ts", line: 3, text: "by a colleague today" },
  ]);
});

test.each([
  ["A misspelt rule stops the run.", /misspelled/],
  ["Mend the arguments.", /fix/],
  ["That is no URL.", /is not a/],
  [`${"word ".repeat(26)}ends.`, /a sentence of 27 words/],
])("%s breaks the guide", (text, broken) => {
  expect(breaches(text).join()).toMatch(broken);
});

test("a plain sentence breaks nothing, and each rule can be broken", () => {
  expect(breaches("There is no folder infra. Did you mean infrastructure?")).toEqual([]);
  expect(rules.length).toBeGreaterThan(5);
});

test("no line that the product can print breaks the guide to words", () => {
  const files = ["cli", "drift", "policy", "provider", "sandbox", "sdk"]
    .flatMap((folder) => sourcesUnder(folder))
    .filter((file) => !file.includes("/dist/"));
  const messages = messagesIn(root, files);
  expect(messages.length).toBeGreaterThan(1_000);
  const broken = messages.filter(({ text }) => breaches(text).length > 0);
  expect(broken.map(({ file, line, text }) => `${file}:${line}: ${text}: ${breaches(text).join("; ")}`)).toEqual([]);
});
