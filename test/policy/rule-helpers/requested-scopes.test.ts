import { notYetKnown } from "../../../policy/facts";
import { testResource } from "../../../policy/harness";
import { actionOf, requestedScopes } from "../../../policy/rule-helpers/requested-scopes";

const stack = { name: "dev", project: "shop" };
const requested = (className: string, props: Record<string, unknown>) =>
  requestedScopes(testResource({ class: className, props }, { fallback: "ApiKey", index: 0, stack }));
const unknown = (path: string) => [
  { outcome: "undetermined", message: `${path} is not known before up.`, untilUp: true, path },
];

test("a secret key requests its scopes", () => {
  const scopes = ["accounts:read", "api_keys:read"];
  expect(requested("ApiKey", { type: "secret", scopes })).toEqual({ path: "scopes", known: scopes, unknown: [] });
  expect(requested("ApiKey", { type: "secret" })).toEqual({ path: "scopes", known: [], unknown: [] });
});

test("a publishable key requests nothing, whatever its scopes", () => {
  const nothing = { path: "scopes", known: [], unknown: [] };
  expect(requested("ApiKey", { type: "publishable", scopes: ["*"] })).toEqual(nothing);
  expect(requested("ApiKey", { type: "publishable", scopes: notYetKnown })).toEqual(nothing);
});

test("unknown scopes are reported beside the known ones", () => {
  const open = { path: "scopes", unknown: unknown("scopes") };
  expect(requested("ApiKey", { type: "secret", scopes: notYetKnown })).toEqual({ ...open, known: [] });
  const scopes = ["accounts:read", notYetKnown];
  expect(requested("ApiKey", { type: "secret", scopes })).toEqual({ ...open, known: ["accounts:read"] });
});

test("scopes count while the type is unknown, because a publishable key with scopes is refused", () => {
  expect(requested("ApiKey", { type: notYetKnown, scopes: ["accounts:read"] }).known).toEqual(["accounts:read"]);
});

test.each([
  ["read", ["apple_pay_domains:read"]],
  ["write", ["apple_pay_domains:write"]],
  ["readWrite", ["apple_pay_domains:read", "apple_pay_domains:write"]],
])("an ApplePayDomainScopes with the access %s requests %s", (access, known) => {
  expect(requested("ApplePayDomainScopes", { access, scopes: ["accounts:read"] })).toEqual({
    path: "access",
    known,
    unknown: [],
  });
});

test("an unknown access is one unknown finding", () => {
  expect(requested("ApplePayDomainScopes", { access: notYetKnown })).toEqual({
    path: "access",
    known: [],
    unknown: unknown("access"),
  });
});

test("the action of a scope follows its namespace, and * has none", () => {
  expect(actionOf("api_keys:write")).toBe("write");
  expect(actionOf("*")).toBeUndefined();
});
