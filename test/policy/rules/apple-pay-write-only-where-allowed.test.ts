import { notYetKnown, type TestResource, testPolicy } from "../../../policy/index";
import { applePayWriteOnlyWhereAllowed } from "../../../policy/rules/apple-pay-write-only-where-allowed";

const key = (...scopes: unknown[]): TestResource => ({ name: "shop", props: { type: "secret", scopes } });
const access = (given: unknown): TestResource => ({
  class: "ApplePayDomainScopes",
  name: "shop",
  props: { access: given },
});
const check = (resource: TestResource, config: object = { stacks: ["prod*"] }, name = "dev") =>
  testPolicy(applePayWriteOnlyWhereAllowed, [resource], { config: { ...config }, stack: { name } });

test("reading passes everywhere, and so do other namespaces", () => {
  check(key("apple_pay_domains:read", "accounts:write", "*")).expectNone();
  check(access("read")).expectNone();
});

test("writing violates in any other stack, and the message names the configured stacks", () => {
  const { findings } = check(key("accounts:read", "apple_pay_domains:write"));
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "shop has apple_pay_domains:write in the stack dev; only the stacks prod* may.",
      "scopes",
      "Keep only apple_pay_domains:read.",
    ],
  ]);
  check(key("apple_pay_domains:write"), { stacks: ["prod*"] }, "prod-eu").expectNone();
});

test("every scope of the namespace except :read counts", () => {
  check(key("apple_pay_domains:*")).expectViolation(/apple_pay_domains:\*/);
  check(key("apple_pay_domains:delete", "apple_pay_domains:write")).expectViolation(
    /apple_pay_domains:delete and apple_pay_domains:write/,
  );
});

test.each(["write", "readWrite"])("an ApplePayDomainScopes with the access %s is checked like a key", (given) => {
  const { findings } = check(access(given)).expectViolation(/^shop has apple_pay_domains:write in the stack dev/);
  expect(findings.map(({ path, fix }) => [path, fix])).toEqual([["access", 'Set access to "read".']]);
});

test("in a configured stack only the configured resources may write", () => {
  const config = { resources: ["checkout-*"] };
  check(key("apple_pay_domains:write"), config).expectViolation(/in the stack dev; only the resources checkout-\* may/);
  check({ ...key("apple_pay_domains:write"), name: "checkout-eu" }, config).expectNone();
  const both = { stacks: ["prod"], resources: ["checkout-*"] };
  check({ ...key("apple_pay_domains:write"), name: "checkout-eu" }, both).expectViolation(/only the stacks prod may/);
  check(key("apple_pay_domains:write"), both, "prod").expectViolation(/only the resources checkout/);
});

test("an empty list allows nothing, and without a configuration the rule checks nothing", () => {
  check(key("apple_pay_domains:write"), { stacks: [] }).expectViolation(/no stack may/);
  check(key("apple_pay_domains:write"), {}).expectNone();
  check(access(notYetKnown), {}).expectNone();
});

test("an unknown value is undetermined and does not hide a violation", () => {
  check(access(notYetKnown)).expectUndetermined(/access/);
  check(key(notYetKnown, "apple_pay_domains:read")).expectUndetermined(/scopes/);
  check(key(notYetKnown, "apple_pay_domains:write")).expectViolation().expectUndetermined();
});
