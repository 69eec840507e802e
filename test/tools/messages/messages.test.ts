import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** Sources whose errors reach a person. */
const product = ["cli", "drift", "policy", "provider", "sdk"]
  .flatMap((folder) => sourcesUnder(folder))
  // Its errors are the failed expectations of a test.
  .filter((file) => file !== "policy/harness.ts")
  // What a shape holds against an answer is the reason of a failed call, and stands beside the advice of that call.
  .filter((file) => !file.startsWith("provider/api/contract/"));

/** Clauses that stand in a message of the one who reads the file, and a line that no run comes to. */
const clauses = [
  "it is a folder",
  "there is no such file",
  "it is not JSON (…)",
  "unreachable: the last method returns or throws",
];

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
  const folder = mkdtempSync(join(tmpdir(), "errors-"));
  // « and » stand for the marks of a placeholder.
  const file = (name: string, ...lines: string[]): void =>
    writeFileSync(
      join(folder, name),
      lines
        .join("\n")
        .replaceAll("«", "$" + "{")
        .replaceAll("»", "}"),
    );
  file("subject.ts", "export const subject = (id: string): string => `API key «id» can't be read.`;");
  file(
    "errors.ts",
    'import { subject } from "./subject";',
    "const again = \"Run 'pulumi up'.\";",
    "function refuse(id: string, owner?: string): never {",
    "  const next = owner === undefined ? again : `Ask the owner of «owner»`;",
    "  throw new Refusal(`«subject(id)» «next»`);",
    "}",
    'const problem = { path: "scopes", message: `must have «count» entries`, fix: "pulumi config rm payments:profiles" };',
    'const details = { reason: "the service is down", advice: "Try again later." };',
    "const passedOn = (error: Error): Error => new Error(error.message);",
  );
  const found = errorsIn(folder, ["errors.ts"]).map(({ text }) => text);
  rmSync(folder, { recursive: true });
  expect(found).toEqual([
    "API key … can't be read. Run 'pulumi up'.",
    "API key … can't be read. Ask the owner of …",
    "…: must have … entries\npulumi config rm payments:profiles",
    "…: the service is down. Try again later.",
  ]);
});

test("every error that the product can show names its object and says what to do next", () => {
  const errors = errorsIn(root, product);
  expect(errors.length).toBeGreaterThan(250);
  const lacking = errors
    .filter(({ text }) => !clauses.includes(text))
    .flatMap(({ file, line, text }) => lacks(text).map((part) => `${file}:${line}: ${text}: ${part}`));
  expect(lacking).toEqual([]);
});
