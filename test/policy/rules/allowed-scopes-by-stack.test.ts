import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index.js";
import { allowedScopesByStack } from "../../../policy/rules/allowed-scopes-by-stack.js";

const grants = [
  { scopes: ["accounts:read"] },
  { stacks: ["prod-*"], projects: ["billing"], keys: ["job-*"], scopes: ["accounts:write", "accounts:read"] },
];
const prod = { name: "prod-eu", project: "billing" };
const judge = (scopes: unknown, { name = "job-1", ...context }: TestContext & { name?: string } = {}) =>
  testPolicy(allowedScopesByStack, [{ name, props: { type: "secret", scopes } }], {
    config: { grants },
    stack: prod,
    ...context,
  });

test("a key with what any grant for it names passes", () => {
  judge(["accounts:read", "accounts:write"]).expectNone();
  judge(["accounts:read"], { stack: { name: "dev", project: "shop" } }).expectNone();
});

test("a scope that no grant names violates, and says what is granted", () => {
  const { findings } = judge(["accounts:delete", "accounts:read", "api_keys:read"]);
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    [
      "job-1 has accounts:delete and api_keys:read. In the stack prod-eu of billing it may have accounts:read and accounts:write.",
      "scopes",
    ],
  ]);
});

test("a grant holds only for its stacks, its projects and its keys", () => {
  judge(["accounts:write"], { stack: { ...prod, name: "dev" } }).expectViolation(/it may have accounts:read\./);
  judge(["accounts:write"], { stack: { ...prod, project: "shop" } }).expectViolation();
  judge(["accounts:write"], { name: "web" }).expectViolation();
});

test("every scope is granted by *, and * by nothing less", () => {
  judge(["*"]).expectViolation(/has \*\. In the stack/);
  judge(["*"], { config: { grants: [{ scopes: ["*"] }] } }).expectNone();
});

test("without grants nothing is asked, with an empty list nothing is granted", () => {
  judge(["accounts:delete"], { config: {} }).expectNone();
  judge(notYetKnown, { config: {} }).expectNone();
  judge(["accounts:read"], { config: { grants: [] } }).expectViolation(/it may have nothing\./);
});

test("what ApplePayDomainScopes gives to a key is looked at as well", () => {
  const resource = { class: "ApplePayDomainScopes", props: { access: "write" } };
  testPolicy(allowedScopesByStack, [resource], { config: { grants } }).expectViolation(/apple_pay_domains:write/);
  const all = { grants: [{ scopes: ["apple_pay_domains:*"] }] };
  testPolicy(allowedScopesByStack, [resource], { config: all }).expectNone();
});

test("an unknown scope is undetermined and hides no violation beside it", () => {
  judge(notYetKnown).expectUndetermined();
  judge(["accounts:delete", notYetKnown]).expectViolation().expectUndetermined();
});

test("a misspelt property of a grant is refused", () => {
  const config = { grants: [{ stack: ["prod"], scopes: [] }] };
  expect(() => judge([], { config })).toThrow(/grants\[0\].*stack/);
});

test("it is mandatory, since only who configured it is asked", () => {
  expect(allowedScopesByStack.level).toBe("mandatory");
});
