import { notYetKnown, testPolicy } from "../../../policy/index";
import { rotationDeclared } from "../../../policy/rules/rotation-declared";

const check = (props: object, stacks: string[] | undefined, name = "prod") =>
  testPolicy(rotationDeclared, [{ name: "billing", props: props as Record<string, unknown> }], {
    stack: { name },
    config: stacks === undefined ? {} : { stacks },
  });
const secret = { type: "secret", scopes: ["accounts:read"] };

test("a secret ApiKey in a named stack violates", () => {
  check(secret, ["prod*"]).expectViolation(/^billing is a secret key that never rotates\./);
});

test("publishable keys and other stacks pass, and without a configuration the rule checks nothing", () => {
  check({ type: "publishable" }, ["prod*"]).expectNone();
  check(secret, ["prod*"], "dev").expectNone();
  check(secret, undefined).expectNone();
});

test("a type that is not known yet is undetermined", () => {
  check({ ...secret, type: notYetKnown }, ["*"]).expectUndetermined(/type/);
});

test("a RotatingApiKey is not looked at", () => {
  expect(rotationDeclared).toMatchObject({ looksAt: ["ApiKey"], level: "mandatory" });
});
