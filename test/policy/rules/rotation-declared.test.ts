import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { rotationDeclared } from "../../../policy/rules/rotation-declared.js";

const judge = (props: object, stacks: string[] | undefined, name = "prod") =>
  testPolicy(rotationDeclared, [{ name: "billing", props: props as Record<string, unknown> }], {
    stack: { name },
    config: stacks === undefined ? {} : { stacks },
  });
const secret = { type: "secret", scopes: ["accounts:read"] };

test("a secret ApiKey in a named stack violates", () => {
  judge(secret, ["prod*"]).expectViolation(/^billing is a secret key that never rotates\./);
});

test("publishable keys and stacks that are not named pass; without names nothing is asked", () => {
  judge({ type: "publishable" }, ["prod*"]).expectNone();
  judge(secret, ["prod*"], "dev").expectNone();
  judge(secret, undefined).expectNone();
});

test("a type that is not known yet is undetermined", () => {
  judge({ ...secret, type: notYetKnown }, ["*"]).expectUndetermined(/type/);
});

test("a RotatingApiKey is not looked at", () => {
  expect(rotationDeclared).toMatchObject({ looksAt: ["ApiKey"], level: "mandatory" });
});
