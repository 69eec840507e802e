import { notYetKnown, secretValue, type TestResource, testPolicy } from "../../../policy/index.js";
import { duplicatePurpose } from "../../../policy/rules/duplicate-purpose.js";

const scopes = ["accounts:read", "api_keys:read"];
const key = (name: string, props: Record<string, unknown> = {}): TestResource => ({
  name,
  props: { type: "secret", scopes, accountId: "acct_1", ...props },
});
const judge = (resources: readonly TestResource[], config: Record<string, unknown> = {}) =>
  testPolicy(duplicatePurpose, resources, { stack: { config } });

test("keys with scopes of their own pass", () => {
  judge([key("a"), key("b", { scopes: ["accounts:read"] })]).expectNone();
});

test("each further key with the same scopes in the same account violates, in whatever order they stand", () => {
  const { findings } = judge([key("a"), key("b", { scopes: [...scopes].reverse() }), key("c")]);
  expect(findings.map(({ message, path, name }) => [message, path, name])).toEqual([
    ["b has the same scopes in the same account as a.", "scopes", "b"],
    ["c has the same scopes in the same account as a.", "scopes", "c"],
  ]);
});

test("keys of two accounts pass, whoever names the account", () => {
  judge([key("a"), key("b", { accountId: "acct_2" })]).expectNone();
  const named = [key("a", { accountId: undefined }), key("b", { accountId: "acct_1" })];
  judge(named, { "payments:accountId": "acct_2" }).expectNone();
  judge(named, { "payments:accountId": "acct_1" }).expectViolation();
});

test("keys of two services pass", () => {
  const config = {
    "payments:baseUrl": "https://a.example.com",
    "payments:profiles": '{"b":{"baseUrl":"https://b.example.com"},"c":{},"d":{"baseUrl":"https://A.example.com/v1"}}',
  };
  judge([key("a"), key("b", { profile: "b" })], config).expectNone();
  judge([key("a"), key("c", { profile: "c" })], config).expectViolation();
  judge([key("a"), key("d", { profile: "d" })], config).expectViolation();
});

test("publishable keys and other resources are not looked at", () => {
  judge([key("a"), key("b", { type: "publishable" }), { ...key("c"), class: "WebhookEndpoint" }]).expectNone();
});

test.each(["type", "profile", "accountId", "scopes"])(
  "an unknown %s is undetermined and hides no violation",
  (property) => {
    const unknown = key("b", { [property]: notYetKnown });
    judge([key("a"), unknown]).expectUndetermined(new RegExp(`${property} is not known`));
    const { findings } = judge([key("a"), unknown, key("c")]);
    expect(findings.map(({ outcome, name }) => [outcome, name])).toEqual([
      ["undetermined", "b"],
      ["violation", "c"],
    ]);
  },
);

test("a scope that is unknown among others is undetermined", () => {
  judge([key("a"), key("b", { scopes: ["accounts:read", notYetKnown] })]).expectUndetermined(/scopes is not known/);
});

test("a key that is alone has no other, whatever of it is unknown", () => {
  judge([key("a", { scopes: notYetKnown }), key("b", { type: "publishable" })]).expectNone();
});

test("it is off in every preset: two users may need the same", () => {
  expect(duplicatePurpose).toMatchObject({ level: "disabled", strictLevel: "disabled" });
});

test("where accounts or services are hidden, keys of two profiles are two, and those of one are one", () => {
  const hidden = { "payments:profiles": secretValue };
  const at = (name: string, profile: string, more = {}) => key(name, { accountId: undefined, profile, ...more });
  judge([at("a", "eu"), at("b", "us")], hidden).expectNone();
  judge([at("a", "eu"), at("b", "eu")], hidden).expectViolation();
  judge([at("a", "eu", { accountId: "acct_1" }), at("b", "us", { accountId: "acct_1" })], hidden).expectNone();
  judge([key("a"), key("b", { accountId: undefined })], { "payments:accountId": secretValue }).expectNone();
});

test("keys of no account that is known here are of one account", () => {
  judge([key("a", { accountId: undefined }), key("b", { accountId: undefined })]).expectViolation();
});
