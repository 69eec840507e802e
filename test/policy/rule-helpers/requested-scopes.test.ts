import { notYetKnown } from "../../../policy/facts.js";
import { testResource } from "../../../policy/harness.js";
import { actionOf, requestedScopes } from "../../../policy/rule-helpers/requested-scopes.js";

const stack = { name: "dev", project: "shop" };
const asked = (className: string, props: Record<string, unknown>) =>
  requestedScopes(testResource({ class: className, props }, { fallback: "ApiKey", index: 0, stack }));
const unknown = (path: string) => [
  { outcome: "undetermined", message: `${path} is not known before up.`, untilUp: true, path },
];

test("a secret key asks for its scopes", () => {
  const scopes = ["accounts:read", "api_keys:read"];
  expect(asked("ApiKey", { type: "secret", scopes })).toEqual({ path: "scopes", known: scopes, unknown: [] });
  expect(asked("ApiKey", { type: "secret" })).toEqual({ path: "scopes", known: [], unknown: [] });
});

test("a publishable key asks for nothing, whatever it names", () => {
  const nothing = { path: "scopes", known: [], unknown: [] };
  expect(asked("ApiKey", { type: "publishable", scopes: ["*"] })).toEqual(nothing);
  expect(asked("ApiKey", { type: "publishable", scopes: notYetKnown })).toEqual(nothing);
});

test("scopes that are not known stand beside those that are", () => {
  const open = { path: "scopes", unknown: unknown("scopes") };
  expect(asked("ApiKey", { type: "secret", scopes: notYetKnown })).toEqual({ ...open, known: [] });
  const scopes = ["accounts:read", notYetKnown];
  expect(asked("ApiKey", { type: "secret", scopes })).toEqual({ ...open, known: ["accounts:read"] });
});

test("scopes count although the type is not known yet, because a publishable key with scopes is refused", () => {
  expect(asked("ApiKey", { type: notYetKnown, scopes: ["accounts:read"] }).known).toEqual(["accounts:read"]);
});

test.each([
  ["read", ["apple_pay_domains:read"]],
  ["write", ["apple_pay_domains:write"]],
  ["readWrite", ["apple_pay_domains:read", "apple_pay_domains:write"]],
])("ApplePayDomainScopes with the access %s asks for %s", (access, known) => {
  expect(asked("ApplePayDomainScopes", { access, scopes: ["accounts:read"] })).toEqual({
    path: "access",
    known,
    unknown: [],
  });
});

test("an access that is not known is unknown, and nothing else", () => {
  expect(asked("ApplePayDomainScopes", { access: notYetKnown })).toEqual({
    path: "access",
    known: [],
    unknown: unknown("access"),
  });
});

test("the action of a scope is what follows its namespace, and * has none", () => {
  expect(actionOf("api_keys:write")).toBe("write");
  expect(actionOf("*")).toBeUndefined();
});
