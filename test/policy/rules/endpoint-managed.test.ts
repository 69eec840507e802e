import { notYetKnown, secretValue, type TestContext, type TestResource, testPolicy } from "../../../policy/index";
import { endpointManaged } from "../../../policy/rules/endpoint-managed";

const config = { endpoints: { acct_1: ["we_1", "we_2"] } };
const keyOf = (accountId: unknown, name = "shop"): TestResource => ({
  class: "ApiKey",
  name,
  props: { type: "secret", ...(accountId === undefined ? {} : { accountId }) },
});
const endpoint = (endpointId: unknown): TestResource => ({ class: "WebhookEndpoint", props: { endpointId } });
const check = (resources: TestResource[], context: TestContext = {}) =>
  testPolicy(endpointManaged, resources, { config, ...context });

test("a stack that manages every endpoint of its keys' account passes", () => {
  check([keyOf("acct_1"), endpoint("we_1"), endpoint("we_2")]).expectNone();
});

test("each unmanaged endpoint violates once for all keys of the account, with the line to add", () => {
  const { findings } = check([keyOf("acct_1"), keyOf("acct_1", "second"), endpoint("we_2")]);
  expect(findings.map(({ outcome, name, message, fix }) => [outcome, name, message, fix])).toEqual([
    [
      "violation",
      "shop",
      "shop is a key of acct_1, and no WebhookEndpoint of this stack keeps the endpoint we_1 active.",
      'Add: new WebhookEndpoint("<name>", { endpointId: "we_1", status: "active" }).',
    ],
  ]);
  expect(check([keyOf("acct_1")]).findings).toHaveLength(2);
});

test("only a WebhookEndpoint manages an endpoint", () => {
  check([keyOf("acct_1"), { class: "x:y:Z", props: { endpointId: "we_1" } }, endpoint("we_2")]).expectViolation(/we_1/);
});

test("accounts without a key in the stack are skipped", () => {
  check([keyOf("acct_2")]).expectNone();
  check([{ class: "ApplePayDomainScopes", props: { accountId: "acct_1" } }]).expectNone();
  check([keyOf("acct_1")], { config: {} }).expectNone();
});

test("the account of a key can come from the stack's configuration, and its partner account counts too", () => {
  const stack = { config: { "payments:accountId": "acct_1" } };
  check([keyOf(undefined)], { stack }).expectViolation(/shop is a key of acct_1/);
  check([keyOf("acct_2")], { stack }).expectNone();
  const under = { config: { "payments:accountId": "acct_2", "payments:partnerAccountId": "acct_1" } };
  check([keyOf(undefined)], { stack: under }).expectViolation(/shop is a key of acct_1/);
});

test("a RotatingApiKey is a key", () => {
  check([{ ...keyOf("acct_1"), class: "RotatingApiKey" }]).expectViolation();
});

test("it applies only to the configured stacks, and not without a configuration", () => {
  check([keyOf("acct_1")], { config: { ...config, stacks: ["prod*"] } }).expectNone();
  check([keyOf("acct_1")], { config: { ...config, stacks: ["prod*"] }, stack: { name: "prod-eu" } }).expectViolation();
  check([keyOf(notYetKnown)], { config: { stacks: ["*"] } }).expectNone();
});

test("an endpoint with an unknown id may be the missing one, so the finding is undetermined", () => {
  const { findings } = check([keyOf("acct_1"), endpoint("we_1"), endpoint(notYetKnown)]);
  expect(findings.map(({ outcome, path, name }) => [outcome, path, name])).toEqual([
    ["undetermined", "endpointId", "shop"],
  ]);
});

test("all unreadable accounts are one undetermined finding, which does not hide a violation", () => {
  const { findings } = check([
    keyOf("acct_1", "clear"),
    keyOf(notYetKnown),
    keyOf(notYetKnown, "second"),
    endpoint("we_1"),
  ]);
  expect(findings.map(({ outcome, name, path }) => [outcome, name, path])).toEqual([
    ["violation", "clear", undefined],
    ["undetermined", "shop", "accountId"],
  ]);
  expect(findings[1]?.message).toMatch(/^Undetermined until up:/);
  const stack = { config: { "payments:partnerAccountId": secretValue } };
  const hidden = check([keyOf("acct_2")], { stack });
  expect(hidden.findings.map(({ message }) => message)).toEqual([
    "Undetermined: The partnerAccountId of shop is marked as a secret.",
  ]);
});

test("an account id that is the name of an object method matches no account", () => {
  check([keyOf("constructor"), keyOf("__proto__")]).expectNone();
});
