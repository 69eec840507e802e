import { notYetKnown, secretValue, type TestContext, testPolicy } from "../../../policy/index";
import { leastPrivilege } from "../../../policy/rules/least-privilege";

const reader = ["accounts:read", "api_keys:read"];
const check = (scopes: unknown, context?: TestContext) =>
  testPolicy(leastPrivilege, [{ name: "deploy", props: { type: "secret", scopes } }], context);
const stated = (reasons: unknown): TestContext => ({
  stack: { config: { "payments-policy:reasons": typeof reasons === "symbol" ? reasons : JSON.stringify(reasons) } },
});

test("a key that only reads needs no reason", () => {
  check(reader).expectNone();
});

test.each(["accounts:write", "accounts:delete", "payments:refund", "accounts:*"])(
  "a key with %s and without a reason violates",
  (scope) => {
    check([...reader, scope]).expectViolation(new RegExp(`deploy has ${scope.replace("*", "\\*")}, and no reason`));
  },
);

test("the finding names the scopes that change data, and the command that states a reason", () => {
  const { findings } = check([...reader, "accounts:delete", "accounts:write"]);
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "deploy has accounts:delete and accounts:write, and no reason is stated.",
      "scopes",
      `Keep the scopes that end in :read, or state the reason: pulumi config set --path 'payments-policy:reasons["deploy"]' "<reason>".`,
    ],
  ]);
});

test("a reason in the stack's configuration satisfies it, for that key only", () => {
  check(["accounts:write"], stated({ deploy: "opens accounts" })).expectNone();
  check(["accounts:write"], stated({ other: "opens accounts" })).expectViolation();
});

test.each([[{ deploy: " " }], [{ deploy: 5 }], [["deploy"]], [null], ["deploy"]])("%j states no reason", (reasons) => {
  check(["accounts:write"], stated(reasons)).expectViolation();
});

test("a configuration that is not JSON states no reason", () => {
  check(["accounts:write"], { stack: { config: { "payments-policy:reasons": "deploy: yes" } } }).expectViolation();
});

test("a reason in the pack's configuration is found by the logical name", () => {
  check(["accounts:write"], { config: { reasons: { "dep*": "opens accounts" } } }).expectNone();
  check(["accounts:write"], { config: { reasons: { prod: "opens accounts" } } }).expectViolation();
});

test("an empty reason in the pack's configuration is refused", () => {
  expect(() => check(reader, { config: { reasons: { deploy: " " } } })).toThrow(/reasons\.deploy: must be a sentence/);
});

test("allowed scopes need no reason, and others do", () => {
  const config = { allow: ["apple_pay_domains:*"] };
  check(["apple_pay_domains:write"], { config }).expectNone();
  check(["accounts:write", "apple_pay_domains:write"], { config }).expectViolation(/has accounts:write, and/);
});

test("* is left to no-wildcard-scope", () => {
  check(["*"]).expectNone();
});

test("the scopes of an ApplePayDomainScopes need a reason too", () => {
  const give = (access: string) =>
    testPolicy(leastPrivilege, [{ class: "ApplePayDomainScopes", name: "shop", props: { access } }]);
  give("read").expectNone();
  expect(give("readWrite").findings.map(({ message, path }) => [message, path])).toEqual([
    ["shop has apple_pay_domains:write, and no reason is stated.", "access"],
  ]);
});

test("an unknown scope is undetermined unless a reason is stated, and does not hide a violation", () => {
  expect(check(notYetKnown).expectUndetermined(/scopes is not known/).findings).toHaveLength(1);
  check([notYetKnown, "accounts:write"])
    .expectViolation(/has accounts:write, and/)
    .expectUndetermined();
  check([notYetKnown, "accounts:write"], stated({ deploy: "opens accounts" })).expectNone();
});

test("secret reasons are undetermined for a key that needs one", () => {
  check(["accounts:write"], stated(secretValue)).expectUndetermined(
    /payments-policy:reasons is a secret in this stack, so the reason can't be read\./,
  );
  check(reader, stated(secretValue)).expectNone();
});

test("it is off, and mandatory in strict", () => {
  expect(leastPrivilege).toMatchObject({ level: "disabled", strictLevel: "mandatory" });
});
