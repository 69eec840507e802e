import { notYetKnown, type TestContext, testPolicy } from "../../../policy/index.js";
import { noWildcardScope } from "../../../policy/rules/no-wildcard-scope.js";

const scoped = { type: "secret", scopes: ["accounts:read", "api_keys:read"] };
const judge = (props: Record<string, unknown>, context?: TestContext) => testPolicy(noWildcardScope, props, context);

test("a secret key with named scopes passes", () => {
  judge(scoped).expectNone();
});

test("a secret key with * violates, alone or among others", () => {
  judge({ ...scoped, scopes: ["*"] }).expectViolation(/scope \*, which is every scope/);
  judge({ ...scoped, scopes: ["accounts:read", "*"] }).expectViolation();
});

test("a secret key without scopes violates, because the service reads that as every scope", () => {
  judge({ type: "secret" }).expectViolation(/no scopes/);
});

test("a publishable key is none of its business, whatever its scopes", () => {
  judge({ type: "publishable" }).expectNone();
  judge({ type: "publishable", scopes: ["*"] }).expectNone();
});

test("a * that is known violates although another scope is not known yet", () => {
  judge({ ...scoped, scopes: [notYetKnown, "*"] }).expectViolation();
});

test("what is not known yet is undetermined, never a violation", () => {
  judge({ ...scoped, scopes: notYetKnown }).expectUndetermined(/scopes is not known/);
  judge({ ...scoped, scopes: ["accounts:read", notYetKnown] }).expectUndetermined();
  judge({ type: notYetKnown, scopes: ["*"] }).expectUndetermined(/type is not known/);
  judge({ type: notYetKnown }).expectUndetermined(/type is not known/);
});

test("known and scoped passes although the type is not known yet: no type makes it a violation", () => {
  judge({ ...scoped, type: notYetKnown }).expectNone();
});

test("a violation is put on the scopes, given or left out", () => {
  for (const props of [{ type: "secret" }, { type: "secret", scopes: ["*"] }]) {
    expect(testPolicy(noWildcardScope, props).findings.map(({ path }) => path)).toEqual(["scopes"]);
  }
});
