import { notYetKnown, testPolicy } from "../../../policy/index";
import { scopesAreExplicit } from "../../../policy/rules/scopes-are-explicit";

const check = (scopes: unknown, config = {}) => testPolicy(scopesAreExplicit, { type: "secret", scopes }, { config });

test("scopes with one action each pass", () => {
  check(["accounts:read", "payments:refund"]).expectNone();
});

test("each scope for several actions violates", () => {
  const { findings } = check(["accounts:*", "api_keys:read", "reports:re*"]);
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["The scope accounts:* of this key allows more than one action.", "scopes"],
    ["The scope reports:re* of this key allows more than one action.", "scopes"],
  ]);
});

test("* is left to no-wildcard-scope", () => {
  check(["*"]).expectNone();
});

test("an allowed scope passes exactly as written", () => {
  check(["reports:*"], { allow: ["reports:*"] }).expectNone();
  check(["accounts:*"], { allow: ["*", "accounts:read"] }).expectViolation(/accounts:\*/);
});

test("an unknown scope is undetermined and does not hide a violation", () => {
  check(notYetKnown).expectUndetermined(/scopes is not known/);
  check([notYetKnown, "accounts:*"])
    .expectViolation(/accounts:\*/)
    .expectUndetermined();
});

test("it is advisory, and mandatory in strict", () => {
  expect(scopesAreExplicit).toMatchObject({ level: "advisory" });
  expect(scopesAreExplicit.strictLevel).toBeUndefined();
});
