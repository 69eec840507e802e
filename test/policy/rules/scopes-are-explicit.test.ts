import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { scopesAreExplicit } from "../../../policy/rules/scopes-are-explicit.js";

const judge = (scopes: unknown, config = {}) => testPolicy(scopesAreExplicit, { type: "secret", scopes }, { config });

test("scopes that name an action each pass", () => {
  judge(["accounts:read", "payments:refund"]).expectNone();
});

test("a scope for every action of a namespace violates, each by itself", () => {
  const { findings } = judge(["accounts:*", "api_keys:read", "reports:re*"]);
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["The scope accounts:* of this key allows more than one action.", "scopes"],
    ["The scope reports:re* of this key allows more than one action.", "scopes"],
  ]);
});

test("* alone is left to the rule about it", () => {
  judge(["*"]).expectNone();
});

test("a scope that is allowed passes as it is written, and no other with it", () => {
  judge(["reports:*"], { allow: ["reports:*"] }).expectNone();
  judge(["accounts:*"], { allow: ["*", "accounts:read"] }).expectViolation(/accounts:\*/);
});

test("an unknown scope is undetermined and hides no wide one beside it", () => {
  judge(notYetKnown).expectUndetermined(/scopes is not known/);
  judge([notYetKnown, "accounts:*"])
    .expectViolation(/accounts:\*/)
    .expectUndetermined();
});

test("it is said and fails nothing, but in strict", () => {
  expect(scopesAreExplicit).toMatchObject({ level: "advisory" });
  expect(scopesAreExplicit.strictLevel).toBeUndefined();
});
