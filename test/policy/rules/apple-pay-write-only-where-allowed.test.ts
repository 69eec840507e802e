import { notYetKnown, type TestResource, testPolicy } from "../../../policy/index.js";
import { applePayWriteOnlyWhereAllowed } from "../../../policy/rules/apple-pay-write-only-where-allowed.js";

const key = (...scopes: unknown[]): TestResource => ({ name: "shop", props: { type: "secret", scopes } });
const access = (given: unknown): TestResource => ({
  class: "ApplePayDomainScopes",
  name: "shop",
  props: { access: given },
});
const judge = (resource: TestResource, config: object = { stacks: ["prod*"] }, name = "dev") =>
  testPolicy(applePayWriteOnlyWhereAllowed, [resource], { config: { ...config }, stack: { name } });

test("reading passes everywhere, and so does all that is not Apple Pay", () => {
  judge(key("apple_pay_domains:read", "accounts:write", "*")).expectNone();
  judge(access("read")).expectNone();
});

test("writing violates in a stack that is not named, and says which may", () => {
  const { findings } = judge(key("accounts:read", "apple_pay_domains:write"));
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "shop has apple_pay_domains:write in the stack dev; only the stacks prod* may.",
      "scopes",
      "Keep only apple_pay_domains:read.",
    ],
  ]);
  judge(key("apple_pay_domains:write"), { stacks: ["prod*"] }, "prod-eu").expectNone();
});

test("every scope of the namespace that does more than read counts", () => {
  judge(key("apple_pay_domains:*")).expectViolation(/apple_pay_domains:\*/);
  judge(key("apple_pay_domains:delete", "apple_pay_domains:write")).expectViolation(
    /apple_pay_domains:delete and apple_pay_domains:write/,
  );
});

test.each(["write", "readWrite"])("ApplePayDomainScopes with the access %s is judged like a key", (given) => {
  const { findings } = judge(access(given)).expectViolation(/^shop has apple_pay_domains:write in the stack dev/);
  expect(findings.map(({ path, fix }) => [path, fix])).toEqual([["access", 'Set access to "read".']]);
});

test("of an allowed stack only the resources that are named may", () => {
  const config = { resources: ["checkout-*"] };
  judge(key("apple_pay_domains:write"), config).expectViolation(/in the stack dev; only the resources checkout-\* may/);
  judge({ ...key("apple_pay_domains:write"), name: "checkout-eu" }, config).expectNone();
  const both = { stacks: ["prod"], resources: ["checkout-*"] };
  judge({ ...key("apple_pay_domains:write"), name: "checkout-eu" }, both).expectViolation(
    /only the stacks prod may/,
  );
  judge(key("apple_pay_domains:write"), both, "prod").expectViolation(/of the resources only checkout/);
});

test("an empty list allows nobody, and no configuration asks nothing", () => {
  judge(key("apple_pay_domains:write"), { stacks: [] }).expectViolation(/no stack may/);
  judge(key("apple_pay_domains:write"), {}).expectNone();
  judge(access(notYetKnown), {}).expectNone();
});

test("what is not known is undetermined, and hides no violation", () => {
  judge(access(notYetKnown)).expectUndetermined(/access/);
  judge(key(notYetKnown, "apple_pay_domains:read")).expectUndetermined(/scopes/);
  judge(key(notYetKnown, "apple_pay_domains:write")).expectViolation().expectUndetermined();
});
