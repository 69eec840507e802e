import { notYetKnown, secretValue, type TestContext, type TestResource, testPolicy } from "../../../policy/index.js";
import { endpointManaged } from "../../../policy/rules/endpoint-managed.js";

const config = { endpoints: { acct_1: ["we_1", "we_2"] } };
const keyOf = (accountId: unknown, name = "shop"): TestResource => ({
  class: "ApiKey",
  name,
  props: { type: "secret", ...(accountId === undefined ? {} : { accountId }) },
});
const endpoint = (endpointId: unknown): TestResource => ({ class: "WebhookEndpoint", props: { endpointId } });
const judge = (resources: TestResource[], context: TestContext = {}) =>
  testPolicy(endpointManaged, resources, { config, ...context });

test("a stack that keeps every endpoint of its keys' account passes", () => {
  judge([keyOf("acct_1"), endpoint("we_1"), endpoint("we_2")]).expectNone();
});

test("each endpoint that nobody keeps violates, once for all keys of the account, with the line to add", () => {
  const { findings } = judge([keyOf("acct_1"), keyOf("acct_1", "second"), endpoint("we_2")]);
  expect(findings.map(({ outcome, name, message, fix }) => [outcome, name, message, fix])).toEqual([
    [
      "violation",
      "shop",
      "shop is a key of acct_1, and no WebhookEndpoint of this stack keeps the endpoint we_1 active.",
      'Add: new WebhookEndpoint("<name>", { endpointId: "we_1", status: "active" }).',
    ],
  ]);
  expect(judge([keyOf("acct_1")]).findings).toHaveLength(2);
});

test("only a WebhookEndpoint keeps an endpoint", () => {
  judge([keyOf("acct_1"), { class: "x:y:Z", props: { endpointId: "we_1" } }, endpoint("we_2")]).expectViolation(/we_1/);
});

test("accounts without a key here, and endpoints of no account that is listed, are not asked for", () => {
  judge([keyOf("acct_2")]).expectNone();
  judge([{ class: "ApplePayDomainScopes", props: { accountId: "acct_1" } }]).expectNone();
  judge([keyOf("acct_1")], { config: {} }).expectNone();
});

test("a key whose account the stack's configuration names counts, and its partner account does", () => {
  const stack = { config: { "payments:accountId": "acct_1" } };
  judge([keyOf(undefined)], { stack }).expectViolation(/shop is a key of acct_1/);
  judge([keyOf("acct_2")], { stack }).expectNone();
  const under = { config: { "payments:accountId": "acct_2", "payments:partnerAccountId": "acct_1" } };
  judge([keyOf(undefined)], { stack: under }).expectViolation(/shop is a key of acct_1/);
});

test("a key that rotates is a key", () => {
  judge([{ ...keyOf("acct_1"), class: "RotatingApiKey" }]).expectViolation();
});

test("it holds in the stacks that are named only, and not without a configuration", () => {
  judge([keyOf("acct_1")], { config: { ...config, stacks: ["prod*"] } }).expectNone();
  judge([keyOf("acct_1")], { config: { ...config, stacks: ["prod*"] }, stack: { name: "prod-eu" } }).expectViolation();
  judge([keyOf(notYetKnown)], { config: { stacks: ["*"] } }).expectNone();
});

test("an endpoint whose id is not known yet may be the one that is missing", () => {
  const { findings } = judge([keyOf("acct_1"), endpoint("we_1"), endpoint(notYetKnown)]);
  expect(findings.map(({ outcome, path, name }) => [outcome, path, name])).toEqual([
    ["undetermined", "endpointId", "shop"],
  ]);
});

test("an account that can't be read is undetermined, in one line, and hides no other", () => {
  const { findings } = judge([
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
  const hidden = judge([keyOf("acct_2")], { stack });
  expect(hidden.findings.map(({ message }) => message)).toEqual([
    "Undetermined: The partnerAccountId of shop is marked as a secret.",
  ]);
});

test("an account id that is a name of JavaScript's own is nobody's", () => {
  judge([keyOf("constructor"), keyOf("__proto__")]).expectNone();
});
