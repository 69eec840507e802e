import { readdirSync } from "node:fs";
import { join } from "node:path";
import { evaluateExample } from "../../../policy/example";
import { configSchemaOf, type Rule, type RuleExample } from "../../../policy/rule";
import { problemsOfRules } from "../../../policy/rule-shape";
import { rules } from "../../../policy/rules/registry";

const files = readdirSync(join(__dirname, "../../../policy/rules"))
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => !["list", "registry"].includes(name));

test("each file is a rule in the list, under the name of the file, and each rule has the right form", () => {
  expect(rules.map(({ name }) => name)).toEqual([...files].sort());
  expect(problemsOfRules(rules)).toEqual([]);
});

test("each rule has a test that mirrors it", () => {
  const tests = readdirSync(__dirname);
  expect(files.filter((file) => !tests.includes(`${file}.test.ts`))).toEqual([]);
});

function exampleOf({ name, example }: Rule): RuleExample {
  if (example === undefined) throw new Error(`${name} has no example`);
  return example;
}

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (_, rule) => {
  test("has title, reason and fix in whole sentences", () => {
    for (const words of [rule.title, rule.why, rule.fix]) expect(words).toMatch(/^[A-Z].{10,}\.$/s);
  });

  test("works without a configuration, and describes each property of one", () => {
    const schema = configSchemaOf(rule);
    expect(schema.safeParse({}).success).toBe(true);
    for (const property of Object.values(schema.shape)) expect(property.meta()?.description).toMatch(/^[A-Z].*\.$/s);
  });

  test("finds a violation in its failing example and nothing in its passing one", async () => {
    const { failing, passing } = exampleOf(rule);
    expect((await evaluateExample(rule, failing)).map(({ outcome }) => outcome)).toContain("violation");
    expect(await evaluateExample(rule, passing)).toEqual([]);
  });
});
