import { notYetKnown, secretValue, type TestResource, testPolicy } from "../../../policy/index";
import { duplicatePurpose } from "../../../policy/rules/duplicate-purpose";

const scopes = ["accounts:read", "api_keys:read"];
const key = (name: string, props: Record<string, unknown> = {}): TestResource => ({
  name,
  props: { type: "secret", scopes, accountId: "acct_1", ...props },
});
const check = (resources: readonly TestResource[], config: Record<string, unknown> = {}) =>
  testPolicy(duplicatePurpose, resources, { stack: { config } });

test("keys with scopes of their own pass", () => {
  check([key("a"), key("b", { scopes: ["accounts:read"] })]).expectNone();
});

test("each further key with the same scopes in the same account violates, in whatever order they stand", () => {
  const { findings } = check([key("a"), key("b", { scopes: [...scopes].reverse() }), key("c")]);
  expect(findings.map(({ message, path, name }) => [message, path, name])).toEqual([
    ["b has the same scopes in the same account as a.", "scopes", "b"],
    ["c has the same scopes in the same account as a.", "scopes", "c"],
  ]);
});

test("keys of two accounts pass, wherever the account is set", () => {
  check([key("a"), key("b", { accountId: "acct_2" })]).expectNone();
  const named = [key("a", { accountId: undefined }), key("b", { accountId: "acct_1" })];
  check(named, { "payments:accountId": "acct_2" }).expectNone();
  check(named, { "payments:accountId": "acct_1" }).expectViolation();
});

test("keys of two services pass", () => {
  const config = {
    "payments:baseUrl": "https://a.example.com",
    "payments:profiles": '{"b":{"baseUrl":"https://b.example.com"},"c":{},"d":{"baseUrl":"https://A.example.com/v1"}}',
  };
  check([key("a"), key("b", { profile: "b" })], config).expectNone();
  check([key("a"), key("c", { profile: "c" })], config).expectViolation();
  check([key("a"), key("d", { profile: "d" })], config).expectViolation();
});

test("publishable keys and other resources are skipped", () => {
  check([key("a"), key("b", { type: "publishable" }), { ...key("c"), class: "WebhookEndpoint" }]).expectNone();
});

test.each(["type", "profile", "accountId", "scopes"])(
  "an unknown %s is undetermined and hides no violation",
  (property) => {
    const unknown = key("b", { [property]: notYetKnown });
    check([key("a"), unknown]).expectUndetermined(new RegExp(`${property} is not known`));
    const { findings } = check([key("a"), unknown, key("c")]);
    expect(findings.map(({ outcome, name }) => [outcome, name])).toEqual([
      ["undetermined", "b"],
      ["violation", "c"],
    ]);
  },
);

test("one unknown scope among others is undetermined", () => {
  check([key("a"), key("b", { scopes: ["accounts:read", notYetKnown] })]).expectUndetermined(/scopes is not known/);
});

test("a single key passes, even with unknown values", () => {
  check([key("a", { scopes: notYetKnown }), key("b", { type: "publishable" })]).expectNone();
});

test("it is off in every preset, because two users may need the same scopes", () => {
  expect(duplicatePurpose).toMatchObject({ level: "disabled", strictLevel: "disabled" });
});

test("with secret accounts or services, keys of different profiles differ, and keys of one profile do not", () => {
  const hidden = { "payments:profiles": secretValue };
  const at = (name: string, profile: string, more = {}) => key(name, { accountId: undefined, profile, ...more });
  check([at("a", "eu"), at("b", "us")], hidden).expectNone();
  check([at("a", "eu"), at("b", "eu")], hidden).expectViolation();
  check([at("a", "eu", { accountId: "acct_1" }), at("b", "us", { accountId: "acct_1" })], hidden).expectNone();
  check([key("a"), key("b", { accountId: undefined })], { "payments:accountId": secretValue }).expectNone();
});

test("keys without a known account have the same account", () => {
  check([key("a", { accountId: undefined }), key("b", { accountId: undefined })]).expectViolation();
});
