import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index";
import { noWildcardScope } from "../../../policy/rules/no-wildcard-scope";

const scoped = { type: "secret", scopes: ["accounts:read", "api_keys:read"] };
const check = (props: Record<string, unknown>, context?: TestContext) => testPolicy(noWildcardScope, props, context);

test("a secret key with named scopes passes", () => {
  check(scoped).expectNone();
});

test("a secret key with * violates, alone or among others", () => {
  check({ ...scoped, scopes: ["*"] }).expectViolation(/scope \*, which is every scope/);
  check({ ...scoped, scopes: ["accounts:read", "*"] }).expectViolation();
});

test("a secret key without scopes violates, because the service treats that as every scope", () => {
  check({ type: "secret" }).expectViolation(/no scopes/);
});

test("a publishable key is skipped, whatever its scopes", () => {
  check({ type: "publishable" }).expectNone();
  check({ type: "publishable", scopes: ["*"] }).expectNone();
});

test("a known * violates even if another scope is unknown", () => {
  check({ ...scoped, scopes: [notYetKnown, "*"] }).expectViolation();
});

test("an unknown value is undetermined, never a violation", () => {
  check({ ...scoped, scopes: notYetKnown }).expectUndetermined(/scopes is not known/);
  check({ ...scoped, scopes: ["accounts:read", notYetKnown] }).expectUndetermined();
  check({ type: notYetKnown, scopes: ["*"] }).expectUndetermined(/type is not known/);
  check({ type: notYetKnown }).expectUndetermined(/type is not known/);
});

test("a key with known scopes passes even if its type is unknown", () => {
  check({ ...scoped, type: notYetKnown }).expectNone();
});

test("a violation has the path of the scopes, given or not", () => {
  for (const props of [{ type: "secret" }, { type: "secret", scopes: ["*"] }]) {
    expect(testPolicy(noWildcardScope, props).findings.map(({ path }) => path)).toEqual(["scopes"]);
  }
});
