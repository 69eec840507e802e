import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index.js";
import { keyManagementIsolated } from "../../../policy/rules/key-management-isolated.js";

const keyMaker = { type: "secret", scopes: ["api_keys:read", "api_keys:write"] };
const judge = (props: Record<string, unknown>, context?: TestContext) =>
  testPolicy(keyManagementIsolated, { ...keyMaker, ...props }, context);

test("a key that makes and lists keys, and does nothing else, passes", () => {
  judge({}).expectNone();
});

test("a key that makes no keys is none of its business", () => {
  judge({ scopes: ["accounts:write", "api_keys:read"], delegatedScopes: ["apple_pay_domains"] }).expectNone();
});

test("any scope of another kind beside it violates", () => {
  const { findings } = judge({ scopes: ["accounts:read", "api_keys:read", "api_keys:write", "payments:read"] });
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["This key has api_keys:write beside accounts:read and payments:read.", "scopes"],
  ]);
});

test("scopes that may stand beside it by configuration pass", () => {
  const config = { beside: ["accounts:r*"] };
  judge({ scopes: ["accounts:read", "api_keys:write"] }, { config }).expectNone();
  judge({ scopes: ["accounts:write", "api_keys:write"] }, { config }).expectViolation(/beside accounts:write/);
});

test("a namespace that others manage on it violates", () => {
  const { findings } = judge({ delegatedScopes: ["api_keys", "apple_pay_domains"] });
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["This key has api_keys:write, and delegates apple_pay_domains.", "delegatedScopes"],
  ]);
});

test("in a stack that is not named it violates, and says which are", () => {
  const config = { stacks: ["identity", "identity-*"] };
  judge({}, { config, stack: { name: "identity-eu" } }).expectNone();
  const { findings } = judge({}, { config, stack: { name: "prod" } });
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "This key has api_keys:write in the stack prod. Only identity and identity-* may declare such a key.",
      "scopes",
      "Remove api_keys:write, or declare the key in one of those stacks.",
    ],
  ]);
});

test("what is unknown is undetermined and hides nothing", () => {
  judge({ scopes: notYetKnown }).expectUndetermined(/scopes is not known/);
  judge({ scopes: ["accounts:read", notYetKnown] }).expectUndetermined();
  judge({ scopes: ["accounts:read", "api_keys:write", notYetKnown] })
    .expectViolation(/beside accounts:read/)
    .expectUndetermined();
  judge({ delegatedScopes: notYetKnown }).expectUndetermined(/delegatedScopes is not known/);
  judge({ delegatedScopes: ["apple_pay_domains", notYetKnown] })
    .expectViolation(/delegates apple_pay_domains/)
    .expectUndetermined();
});

test("it is said and fails nothing, but in strict", () => {
  expect(keyManagementIsolated.level).toBe("advisory");
  expect(keyManagementIsolated.strictLevel).toBeUndefined();
});
