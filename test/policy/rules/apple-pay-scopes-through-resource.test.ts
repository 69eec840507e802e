import { evaluateStack } from "../../../policy/evaluate";
import { testResource } from "../../../policy/harness";
import { notYetKnown, type ResourceFacts, type TestResource, testPolicy } from "../../../policy/index";
import { applePayScopesThroughResource } from "../../../policy/rules/apple-pay-scopes-through-resource";
import { readSettings } from "../../../policy/settings";

const urnOf = (name: string) => `urn:pulumi:dev::test::pulumi-nodejs:dynamic/payments:ApiKey::${name}`;
const key = (props: Record<string, unknown> = {}, name = "shop"): TestResource => ({
  class: "ApiKey",
  name,
  props: { type: "secret", scopes: ["accounts:read"], ...props },
});
const applePay = (...keys: string[]): TestResource => ({
  class: "ApplePayDomainScopes",
  name: "shop-apple-pay",
  props: { apiKeyId: notYetKnown, access: "readWrite" },
  dependencies: { apiKeyId: keys.map(urnOf), access: [urnOf("other")] },
});
const literal = (apiKeyId: string): TestResource => ({ ...applePay(), props: { apiKeyId, access: "read" } });
const check = (...resources: TestResource[]) => testPolicy(applePayScopesThroughResource, resources);
const delegated = { delegatedScopes: ["apple_pay_domains"] };

test("a key that delegates the namespace passes, and so does one without an ApplePayDomainScopes", () => {
  check(key(delegated), applePay("shop")).expectNone();
  check(key({ scopes: ["apple_pay_domains:write"] }, "other"), key(delegated), applePay("shop")).expectNone();
  check(key({ scopes: ["apple_pay_domains:write"] })).expectNone();
});

test("a key that does not delegate violates, and the message names both resources", () => {
  const { findings } = check(key({ delegatedScopes: ["payouts"] }), applePay("shop")).expectViolation(
    /each undoes the other.*Add delegatedScopes: \["apple_pay_domains"\] to the key/,
  );
  expect(findings.map(({ name, path, message }) => [name, path, message])).toEqual([
    ["shop", "delegatedScopes", "shop writes all of its scopes, and shop-apple-pay writes those of apple_pay_domains."],
  ]);
  check(key(), applePay("shop")).expectViolation();
  check(
    { ...key(), class: "RotatingApiKey" },
    { ...applePay(), dependencies: { apiKeyId: [urnOf("shop").replace("ApiKey", "RotatingApiKey")] } },
  ).expectViolation();
});

test("only a dependency of the id counts", () => {
  check(key({}, "other"), key(delegated), applePay("shop")).expectNone();
  check(key(), { ...applePay("shop"), class: "x:y:Z" }).expectNone();
});

test("a literal id matches the key that adopts it", () => {
  check(key({ adoptId: "key_1" }), literal("key_1")).expectViolation(/^shop writes all of its scopes/);
  check(key({ adoptId: "key_1", ...delegated }), literal("key_1")).expectNone();
  check(key({ adoptId: "key_2" }), literal("key_1")).expectNone();
  check(key({ adoptId: notYetKnown }), applePay()).expectNone();
});

test("any other literal id is undetermined if a key writes Apple Pay scopes itself, with the line to write", () => {
  const { findings } = check(
    key({ scopes: ["accounts:read", "apple_pay_domains:read"] }),
    key({ scopes: ["apple_pay_domains:read"], ...delegated }, "delegating"),
    key({}, "other"),
    literal("key_9"),
  );
  expect(findings.map(({ outcome, name, path, message }) => [outcome, name, path, message])).toEqual([
    [
      "undetermined",
      "shop-apple-pay",
      "apiKeyId",
      "Undetermined: The rule can't tell whether key_9 is the id of shop. Write the key itself in place of its id: apiKeyId: <the key>.",
    ],
  ]);
  check(key(), literal("key_9")).expectNone();
  check({ ...key({ scopes: ["apple_pay_domains:read"] }), class: "x:y:Z" }, literal("key_9")).expectNone();
  check(key({ scopes: notYetKnown }), literal("key_9")).expectNone();
  check(key({ scopes: [notYetKnown, "apple_pay_domains"] }), literal("key_9")).expectNone();
});

test("an unknown id from outside the stack matches no key", () => {
  check(key({ scopes: ["apple_pay_domains:read"] }), applePay()).expectNone();
});

test("an unknown delegation is undetermined, and does not hide a violation of another key", () => {
  const open = check(key({ delegatedScopes: notYetKnown }), applePay("shop"));
  expect(open.expectUndetermined(/until up: delegatedScopes/).findings.map(({ name }) => name)).toEqual(["shop"]);
  check(key({ delegatedScopes: ["apple_pay_domains", notYetKnown] }), applePay("shop")).expectNone();
  check(key({ delegatedScopes: [notYetKnown] }), key({}, "second"), applePay("shop", "second"))
    .expectUndetermined()
    .expectViolation(/^second/);
});

test("a key whose scopes are ignored is not written by its ApiKey", () => {
  const stack = { name: "dev", project: "test", config: {}, environment: {} };
  const facts = [key(), applePay("shop")].map((one, index): ResourceFacts => {
    const resource = testResource(one, { fallback: "ApiKey", index, stack });
    return { ...resource, ignoreChanges: ["scopes"] };
  });
  const rules = [applePayScopesThroughResource];
  expect(
    evaluateStack({ rules, settings: readSettings({ rules, entries: new Map() }), stack, now: new Date() }, facts),
  ).toEqual([]);
});
