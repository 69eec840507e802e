import { notYetKnown, secretValue, type TestContext, testPolicy } from "../../../policy/index.js";
import { leastPrivilege } from "../../../policy/rules/least-privilege.js";

const reader = ["accounts:read", "api_keys:read"];
const judge = (scopes: unknown, context?: TestContext) =>
  testPolicy(leastPrivilege, [{ name: "deploy", props: { type: "secret", scopes } }], context);
const stated = (reasons: unknown): TestContext => ({
  stack: { config: { "payments-policy:reasons": typeof reasons === "symbol" ? reasons : JSON.stringify(reasons) } },
});

test("a key that only reads needs no reason", () => {
  judge(reader).expectNone();
});

test.each(["accounts:write", "accounts:delete", "payments:refund", "accounts:*"])(
  "a key with %s and without a reason violates",
  (scope) => {
    judge([...reader, scope]).expectViolation(new RegExp(`deploy has ${scope.replace("*", "\\*")}, and no reason`));
  },
);

test("the finding names the scopes that change something, and the command that states a reason", () => {
  const { findings } = judge([...reader, "accounts:delete", "accounts:write"]);
  expect(findings.map(({ message, path, fix }) => [message, path, fix])).toEqual([
    [
      "deploy has accounts:delete and accounts:write, and no reason is stated.",
      "scopes",
      `Keep the scopes that end in :read, or state the reason: pulumi config set --path 'payments-policy:reasons["deploy"]' "<reason>".`,
    ],
  ]);
});

test("a reason in the stack's configuration satisfies it, for that key only", () => {
  judge(["accounts:write"], stated({ deploy: "opens accounts" })).expectNone();
  judge(["accounts:write"], stated({ other: "opens accounts" })).expectViolation();
});

test.each([[{ deploy: " " }], [{ deploy: 5 }], [["deploy"]], [null], ["deploy"]])("%j states no reason", (reasons) => {
  judge(["accounts:write"], stated(reasons)).expectViolation();
});

test("a configuration that is no JSON states no reason", () => {
  judge(["accounts:write"], { stack: { config: { "payments-policy:reasons": "deploy: yes" } } }).expectViolation();
});

test("a reason in the pack's configuration is found by the logical name", () => {
  judge(["accounts:write"], { config: { reasons: { "dep*": "opens accounts" } } }).expectNone();
  judge(["accounts:write"], { config: { reasons: { prod: "opens accounts" } } }).expectViolation();
});

test("an empty reason in the pack's configuration is refused", () => {
  expect(() => judge(reader, { config: { reasons: { deploy: " " } } })).toThrow(/reasons\.deploy: must be a sentence/);
});

test("scopes that are allowed need no reason, others beside them do", () => {
  const config = { allow: ["apple_pay_domains:*"] };
  judge(["apple_pay_domains:write"], { config }).expectNone();
  judge(["accounts:write", "apple_pay_domains:write"], { config }).expectViolation(/has accounts:write, and/);
});

test("* is left to the rule about it", () => {
  judge(["*"]).expectNone();
});

test("what ApplePayDomainScopes gives to a key needs a reason as well", () => {
  const give = (access: string) =>
    testPolicy(leastPrivilege, [{ class: "ApplePayDomainScopes", name: "shop", props: { access } }]);
  give("read").expectNone();
  expect(give("readWrite").findings.map(({ message, path }) => [message, path])).toEqual([
    ["shop has apple_pay_domains:write, and no reason is stated.", "access"],
  ]);
});

test("an unknown scope is undetermined, hides no known one, and does not matter where a reason is stated", () => {
  expect(judge(notYetKnown).expectUndetermined(/scopes is not known/).findings).toHaveLength(1);
  judge([notYetKnown, "accounts:write"])
    .expectViolation(/has accounts:write, and/)
    .expectUndetermined();
  judge([notYetKnown, "accounts:write"], stated({ deploy: "opens accounts" })).expectNone();
});

test("reasons that are a secret can't be read, and only a key that needs one says so", () => {
  judge(["accounts:write"], stated(secretValue)).expectUndetermined(
    /payments-policy:reasons is a secret in this stack, so the reason can't be read\./,
  );
  judge(reader, stated(secretValue)).expectNone();
});

test("it is off but in strict, where it is mandatory", () => {
  expect(leastPrivilege).toMatchObject({ level: "disabled", strictLevel: "mandatory" });
});
