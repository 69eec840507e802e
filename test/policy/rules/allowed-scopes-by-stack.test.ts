import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index";
import { allowedScopesByStack } from "../../../policy/rules/allowed-scopes-by-stack";

const grants = [
  { scopes: ["accounts:read"] },
  { stacks: ["prod-*"], projects: ["billing"], keys: ["job-*"], scopes: ["accounts:write", "accounts:read"] },
];
const prod = { name: "prod-eu", project: "billing" };
const check = (scopes: unknown, { name = "job-1", ...context }: TestContext & { name?: string } = {}) =>
  testPolicy(allowedScopesByStack, [{ name, props: { type: "secret", scopes } }], {
    config: { grants },
    stack: prod,
    ...context,
  });

test("a key with scopes of any matching grant passes", () => {
  check(["accounts:read", "accounts:write"]).expectNone();
  check(["accounts:read"], { stack: { name: "dev", project: "shop" } }).expectNone();
});

test("a scope without a grant violates, and the message names the granted scopes", () => {
  const { findings } = check(["accounts:delete", "accounts:read", "api_keys:read"]);
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    [
      "job-1 has accounts:delete and api_keys:read. In the stack prod-eu of billing it may have accounts:read and accounts:write.",
      "scopes",
    ],
  ]);
});

test("a grant applies only to its stacks, projects and keys", () => {
  check(["accounts:write"], { stack: { ...prod, name: "dev" } }).expectViolation(/it may have accounts:read\./);
  check(["accounts:write"], { stack: { ...prod, project: "shop" } }).expectViolation();
  check(["accounts:write"], { name: "web" }).expectViolation();
});

test("* grants every scope, and only * grants *", () => {
  check(["*"]).expectViolation(/has \*\. In the stack/);
  check(["*"], { config: { grants: [{ scopes: ["*"] }] } }).expectNone();
});

test("without grants the rule checks nothing, and an empty list grants nothing", () => {
  check(["accounts:delete"], { config: {} }).expectNone();
  check(notYetKnown, { config: {} }).expectNone();
  check(["accounts:read"], { config: { grants: [] } }).expectViolation(/it may have nothing\./);
});

test("the scopes of an ApplePayDomainScopes are checked too", () => {
  const resource = { class: "ApplePayDomainScopes", props: { access: "write" } };
  testPolicy(allowedScopesByStack, [resource], { config: { grants } }).expectViolation(/apple_pay_domains:write/);
  const all = { grants: [{ scopes: ["apple_pay_domains:*"] }] };
  testPolicy(allowedScopesByStack, [resource], { config: all }).expectNone();
});

test("an unknown scope is undetermined and does not hide a violation", () => {
  check(notYetKnown).expectUndetermined();
  check(["accounts:delete", notYetKnown]).expectViolation().expectUndetermined();
});

test("a misspelled property of a grant is refused", () => {
  const config = { grants: [{ stack: ["prod"], scopes: [] }] };
  expect(() => check([], { config })).toThrow(/grants\[0\].*stack/);
});

test("it is mandatory, because it checks nothing without a configuration", () => {
  expect(allowedScopesByStack.level).toBe("mandatory");
});
