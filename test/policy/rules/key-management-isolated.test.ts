import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index";
import { keyManagementIsolated } from "../../../policy/rules/key-management-isolated";

const keyMaker = { type: "secret", scopes: ["api_keys:read", "api_keys:write"] };
const check = (props: Record<string, unknown>, context?: TestContext) =>
  testPolicy(keyManagementIsolated, { ...keyMaker, ...props }, context);

test("a key that only creates and lists keys passes", () => {
  check({}).expectNone();
});

test("a key that can't create keys is skipped", () => {
  check({ scopes: ["accounts:write", "api_keys:read"], delegatedScopes: ["apple_pay_domains"] }).expectNone();
});

test("any scope of another namespace violates", () => {
  const { findings } = check({ scopes: ["accounts:read", "api_keys:read", "api_keys:write", "payments:read"] });
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["This key has api_keys:write beside accounts:read and payments:read.", "scopes"],
  ]);
});

test("other scopes that the configuration allows pass", () => {
  const config = { beside: ["accounts:r*"] };
  check({ scopes: ["accounts:read", "api_keys:write"] }, { config }).expectNone();
  check({ scopes: ["accounts:write", "api_keys:write"] }, { config }).expectViolation(/beside accounts:write/);
});

test("a namespace that other resources manage violates", () => {
  const { findings } = check({ delegatedScopes: ["api_keys", "apple_pay_domains"] });
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["This key has api_keys:write, and delegates apple_pay_domains.", "delegatedScopes"],
  ]);
});

test("in any other stack it violates, and the message names the configured stacks", () => {
  const config = { stacks: ["identity", "identity-*"] };
  check({}, { config, stack: { name: "identity-eu" } }).expectNone();
  const { findings } = check({}, { config, stack: { name: "prod" } });
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "This key has api_keys:write in the stack prod. Only identity and identity-* may declare such a key.",
      "scopes",
      "Remove api_keys:write, or declare the key in one of those stacks.",
    ],
  ]);
});

test("an unknown value is undetermined and does not hide a violation", () => {
  check({ scopes: notYetKnown }).expectUndetermined(/scopes is not known/);
  check({ scopes: ["accounts:read", notYetKnown] }).expectUndetermined();
  check({ scopes: ["accounts:read", "api_keys:write", notYetKnown] })
    .expectViolation(/beside accounts:read/)
    .expectUndetermined();
  check({ delegatedScopes: notYetKnown }).expectUndetermined(/delegatedScopes is not known/);
  check({ delegatedScopes: ["apple_pay_domains", notYetKnown] })
    .expectViolation(/delegates apple_pay_domains/)
    .expectUndetermined();
});

test("it is advisory, and mandatory in strict", () => {
  expect(keyManagementIsolated.level).toBe("advisory");
  expect(keyManagementIsolated.strictLevel).toBeUndefined();
});
