import { messagesIn, messagesOf } from "../../../tools/messages/collect.js";
import { errorsIn } from "../../../tools/messages/errors.js";
import { breaches, lacks, rules } from "../../../tools/messages/guide.js";
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

const product = ["cli", "drift", "policy", "provider", "sdk"].flatMap((folder) => sourcesUnder(folder));

test.each([
  ["the key is gone. Run 'pulumi up'.", ["the object that it is about"]],
  ["API key … is gone", ["what to do next"]],
  ["API key … is gone: check failed, and the state says so", ["what to do next"]],
  ["API key … is gone. Run 'pulumi up'.", []],
  ["API key … is gone. If nobody needs it, delete it.", []],
  ['payments:baseUrl must be an address. Did you mean "…"?', []],
  ["payments:apiKey: missing\npulumi config set --secret payments:apiKey", []],
])("%s lacks %j", (text, lacking) => {
  expect(lacks(text)).toEqual(lacking);
});

test("an error is found with every text that it may have, through names, conditions and functions of other files", () => {
  const found = errorsIn(root, ["test/tools/messages/errors-of-a-file.ts"]).map(({ text }) => text);
  expect(found).toEqual([
    "API key … can't be read. Run 'pulumi up'.",
    "API key … can't be read. Ask the owner of …",
    "…: must have at least … entries\npulumi config rm payments:profiles",
    "…: the service is down. Try again later.",
  ]);
});

test("every error that the product can show names its object and says what to do next", () => {
  const errors = errorsIn(root, product);
  expect(errors.length).toBeGreaterThan(250);
  const lacking = errors.flatMap(({ file, line, text }) => lacks(text).map((part) => `${file}:${line}: ${text}: ${part}`));
  expect(lacking).toEqual([]);
});
