import { readdirSync } from "node:fs";
import { join } from "node:path";
import { judgeExample } from "../../../policy/example.js";
import { configSchemaOf, type Rule, type RuleExample } from "../../../policy/rule.js";
import { problemsOfRules } from "../../../policy/rule-shape.js";
import { rules } from "../../../policy/rules/registry.js";

const folders = readdirSync(join(__dirname, "../../../policy/rules"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(entry.parentPath, entry.name)).length > 0)
  .map(({ name }) => name);

test("each folder is a rule, and each rule is in order", () => {
  expect(rules.map(({ name }) => name)).toEqual([...folders].sort());
  expect(problemsOfRules(rules)).toEqual([]);
});

test("each rule has a test that mirrors it", () => {
  const tests = readdirSync(__dirname);
  expect(folders.filter((folder) => !tests.includes(`${folder}.test.ts`))).toEqual([]);
});

function exampleOf({ name, example }: Rule): RuleExample {
  if (example === undefined) throw new Error(`${name} has no example`);
  return example;
}

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (_, rule) => {
  test("says what, why and how in whole sentences", () => {
    for (const words of [rule.title, rule.why, rule.fix]) expect(words).toMatch(/^[A-Z].{10,}\.$/s);
  });

  test("takes no configuration at all, and describes each property that it takes", () => {
    const schema = configSchemaOf(rule);
    expect(schema.safeParse({}).success).toBe(true);
    for (const property of Object.values(schema.shape)) expect(property.meta()?.description).toMatch(/^[A-Z].*\.$/s);
  });

  test("is violated by its failing example, and has nothing to say of the passing one", async () => {
    const { failing, passing } = exampleOf(rule);
    expect((await judgeExample(rule, failing)).map(({ outcome }) => outcome)).toContain("violation");
    expect(await judgeExample(rule, passing)).toEqual([]);
  });
});
