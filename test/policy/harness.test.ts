import { notYetKnown, resourceRule, testPolicy } from "../../policy/index";
import { maxKeysPerStack } from "../../policy/rules/max-keys-per-stack";
import { noWildcardScope } from "../../policy/rules/no-wildcard-scope";

test("expectations can be chained", () => {
  const tested = testPolicy(noWildcardScope, { type: "secret", scopes: ["*"] });
  expect(tested.expectViolation().expectViolation(/every scope/).findings).toHaveLength(1);
});

test("a failed expectation shows the findings", () => {
  expect(() => testPolicy(noWildcardScope, { type: "secret", scopes: ["*"] }).expectNone()).toThrow(
    /^no-wildcard-scope was expected to find nothing, and found:\n {2}violation: This key has the scope \*/,
  );
  expect(() => testPolicy(noWildcardScope, { type: "publishable" }).expectViolation()).toThrow(/found:\n {2}nothing$/);
  expect(() => testPolicy(noWildcardScope, { type: "secret", scopes: ["*"] }).expectViolation(/names/)).toThrow(
    "/names/",
  );
  expect(() => testPolicy(noWildcardScope, { type: "secret", scopes: ["*"] }).expectUndetermined()).toThrow(
    /undetermined/,
  );
  expect(() => testPolicy(noWildcardScope, { type: "secret", scopes: notYetKnown }).expectNone()).toThrow(
    /Undetermined/,
  );
});

test("each of several resources has its own name and URN", () => {
  const { findings } = testPolicy(noWildcardScope, [
    { props: { type: "secret" } },
    { name: "b", props: { type: "secret" } },
  ]);
  expect(findings.map(({ name }) => name)).toEqual(["test", "b"]);
});

test("an invalid configuration is refused, as in a pack", () => {
  expect(() => testPolicy(maxKeysPerStack, [], { config: { mots: 1 } })).toThrow(/Did you mean "most"\?/);
});

test("a malformed rule is refused, as in a pack", () => {
  expect(() => testPolicy(resourceRule({ ...noWildcardScope, name: "Bad Name" } as never), {})).toThrow(/kebab case/);
});
