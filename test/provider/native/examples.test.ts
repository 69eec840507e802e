import { parse } from "yaml";
import { type Example, examples, exampleUsage, inTypeScript, inYaml } from "../../../provider/native/examples";
import { pluginSchema } from "../../../provider/native/schema";
import { readings } from "../../../provider/reading/registry";
import { resources } from "../../../provider/resources/registry";
import { typeErrorsIn } from "../../docs/type-check";

const all = Object.entries(examples).flatMap(([name, list]) =>
  list.map((example): [string, Example] => [`${name}: ${example.title}`, example]),
);

test("every resource and function of the schema ends with its examples, each in TypeScript and in YAML", () => {
  const schema = pluginSchema("0.1.0");
  for (const [token, { description }] of Object.entries({ ...schema.resources, ...schema.functions })) {
    const name = token.replace("payments:index:", "");
    expect(description).toMatch(/^[A-Z].+\.\n\n\{\{% examples %\}\}\n## Example Usage\n/);
    expect(description.endsWith(exampleUsage(name))).toBe(true);
    const code = "```typescript\n[^`]+\n```\n```yaml\n[^`]+\n```\n";
    const each = `\\{\\{% example %\\}\\}\n### [^\n]+\n\n${code}\\{\\{% /example %\\}\\}\n`;
    const whole = new RegExp(`\\{\\{% examples %\\}\\}\n## Example Usage\n(?:${each})+\\{\\{% /examples %\\}\\}$`);
    expect(description).toMatch(whole);
  }
});

test("the TypeScript of every example compiles with either form of the package", () => {
  const snippets = all.flatMap(([where, example]) =>
    ["pulumi-payments", "pulumi-payments/native"].map((from) => ({ where, code: inTypeScript(example, from) })),
  );
  expect(typeErrorsIn(snippets)).toEqual([]);
});

test.each(all)("the YAML of %s says what the example declares", (_name, { resources = {}, readings = {}, outputs }) => {
  const program = parse(inYaml({ title: "", resources, readings, outputs }));
  expect(program.outputs).toEqual(outputs);
  for (const [name, { className, args }] of Object.entries(resources))
    expect(program.resources[name]).toEqual({ type: `payments:index:${className}`, properties: args });
  for (const [name, { functionName, args }] of Object.entries(readings))
    expect(program.variables[name]).toEqual({
      "fn::invoke": { function: `payments:index:${functionName}`, arguments: args },
    });
});

test.each(all)("the arguments of %s are those that the plugin takes, and its outputs are there", (_name, example) => {
  const outputsOf = new Map<string, string[]>();
  for (const [name, { className, args }] of Object.entries(example.resources ?? {})) {
    const definition = resources[className];
    expect(definition.args.strict().safeParse(args).error).toBeUndefined();
    outputsOf.set(name, ["id", ...Object.keys(definition.outputs.shape)]);
  }
  for (const [name, { functionName, args }] of Object.entries(example.readings ?? {})) {
    expect(readings[functionName].args.strict().safeParse(args).error).toBeUndefined();
    outputsOf.set(name, Object.keys(readings[functionName].result.shape));
  }
  const references = JSON.stringify(example).match(/\$\{[\w.]+\}/g) ?? [];
  for (const each of references) {
    const [name = "", output] = each.slice(2, -1).split(".");
    expect(outputsOf.get(name)).toContain(output);
  }
});
