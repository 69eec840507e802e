import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { deletionGuardKept } from "../../../policy/rules/deletion-guard-kept/index.js";

const adopted = { type: "secret", scopes: ["accounts:read"], adoptId: "key_123" };

test("an adopted key that is left in place passes, said or not", () => {
  testPolicy(deletionGuardKept, adopted).expectNone();
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: false }).expectNone();
});

test("an adopted key that is deleted with its resource violates", () => {
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: true }).expectViolation(/deleted with its resource/);
});

test("a value that is not known yet is undetermined", () => {
  testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: notYetKnown }).expectUndetermined();
});

test("it holds in the named stacks only", () => {
  const config = { stacks: ["prod*"] };
  const judge = (name: string) =>
    testPolicy(deletionGuardKept, { ...adopted, deleteAdopted: true }, { config, stack: { name } });
  judge("prod-eu").expectViolation();
  judge("dev").expectNone();
});

test("it mends by setting the guard back", () => {
  expect(deletionGuardKept.mend?.({} as never, {} as never)).toEqual({ deleteAdopted: false });
});
