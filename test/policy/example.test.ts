import { evaluateExample } from "../../policy/example";
import { partsOf } from "../../policy/facts";
import { type ExampleProgram, resourceRule, stackRule, violation } from "../../policy/rule";

const words = { title: "All is well.", why: "It matters.", fix: "Fix it.", level: "advisory" as const };
const asJson = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === "symbol" ? one.description : one));

/** What a stack rule sees of a program, as JSON. */
async function seenOf(example: string | ExampleProgram): Promise<Record<string, Record<string, unknown>>> {
  const look = stackRule({
    name: "look",
    ...words,
    check: (resources, { stack }) => [
      violation(asJson({ stack, ...Object.fromEntries(resources.map((one) => [one.name, { ...one }])) })),
    ],
  });
  const [finding] = await evaluateExample(look, example);
  return JSON.parse(finding?.message ?? "");
}

test("a rule sees the resources of a program with outputs, protection and dependencies, and without secret values", async () => {
  const { ci, apple } = await seenOf({
    program: `const ci = new ApiKey("ci", { type: "secret", scopes: ["accounts:read"], delegatedScopes: ["apple_pay_domains"] }, { protect: true });
new ApplePayDomainScopes("apple", { apiKeyId: ci, access: "read" });`,
    outputs: { ci: { lastUsed: "2026-01-01T00:00:00Z" } },
  });
  expect(ci).toMatchObject({ className: "ApiKey", protect: true });
  expect(ci?.props).toMatchObject({ type: "secret", value: "secret", lastUsed: "2026-01-01T00:00:00Z" });
  expect(ci?.props).not.toHaveProperty("__provider");
  expect(
    (apple?.dependencies as Record<string, string[]> | undefined)?.apiKeyId?.map((urn) => partsOf(urn).name),
  ).toEqual(["ci"]);
});

test("exports are the stack's outputs, and an unwrapped value is found in plain text", async () => {
  const seen = await seenOf(`const ci = new ApiKey("ci", { type: "secret", scopes: ["a:b"] });
export const good = ci.value;
export const bad = pulumi.unsecret(ci.value);`);
  const stack = seen["example-dev"];
  expect(stack?.props).toMatchObject({ good: "secret", bad: expect.stringMatching(/^sk_example/) });
  expect((stack?.inClear as { path: string }[] | undefined)?.map(({ path }) => path)).toEqual(["bad"]);
});

test("the stack's name and configuration are those of the example", async () => {
  const stackConfig = { "payments:driftCheck": "off" };
  const { stack } = await seenOf({ program: "", stackName: "prod", stackConfig });
  expect(stack).toMatchObject({ name: "prod", config: stackConfig, isPreview: true });
});

test("a resource rule sees inputs, without outputs", async () => {
  const inputs: unknown[] = [];
  const look = resourceRule({
    name: "look",
    ...words,
    looksAt: ["ApiKey"],
    check: ({ props }) => {
      inputs.push(props);
      return [];
    },
  });
  await evaluateExample(look, 'new ApiKey("ci", { type: "publishable", plainValue: true });');
  expect(inputs).toEqual([{ type: "publishable", plainValue: true }]);
});

test("a program that throws is an error", async () => {
  const rule = stackRule({ name: "look", ...words, check: () => [] });
  await expect(evaluateExample(rule, 'throw new Error("oh");')).rejects.toThrow("oh");
});
