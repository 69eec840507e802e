import { notYetKnown } from "../../../policy/facts.js";
import { noWildcardScope } from "../../../policy/rules/no-wildcard-scope/index.js";

const scoped = { type: "secret", scopes: ["accounts:read", "api_keys:read"] };
const outcomeOf = (facts: object) => noWildcardScope.check({ ...facts }).outcome;

test("a secret key with named scopes passes", () => {
  expect(outcomeOf(scoped)).toBe("passes");
});

test("a secret key with * violates, alone or among others", () => {
  expect(outcomeOf({ ...scoped, scopes: ["*"] })).toBe("violates");
  expect(outcomeOf({ ...scoped, scopes: ["accounts:read", "*"] })).toBe("violates");
});

test("a secret key without scopes violates, because the service reads that as every scope", () => {
  expect(noWildcardScope.check({ type: "secret" })).toEqual({
    outcome: "violates",
    message: expect.stringContaining("no scopes"),
  });
});

test("a publishable key is none of its business, whatever its scopes", () => {
  expect(outcomeOf({ type: "publishable" })).toBe("not-applicable");
  expect(outcomeOf({ type: "publishable", scopes: ["*"] })).toBe("not-applicable");
});

test("a * that is known violates although another scope is not known yet", () => {
  expect(outcomeOf({ ...scoped, scopes: [notYetKnown, "*"] })).toBe("violates");
});

test("what is not known yet is undetermined, never a violation", () => {
  expect(outcomeOf({ ...scoped, scopes: notYetKnown })).toBe("undetermined");
  expect(outcomeOf({ ...scoped, scopes: ["accounts:read", notYetKnown] })).toBe("undetermined");
  expect(outcomeOf({ type: notYetKnown, scopes: ["*"] })).toBe("undetermined");
});

test("known and scoped passes although the type is not known yet: no type makes it a violation", () => {
  expect(outcomeOf({ ...scoped, type: notYetKnown })).toBe("passes");
});
