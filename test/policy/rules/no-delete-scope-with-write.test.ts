import { notYetKnown, testPolicy } from "../../../policy/index";
import { noDeleteScopeWithWrite } from "../../../policy/rules/no-delete-scope-with-write";

const check = (scopes: unknown) => testPolicy(noDeleteScopeWithWrite, { type: "secret", scopes });

test("a key that deletes or writes passes, and may read", () => {
  check(["accounts:delete", "accounts:read"]).expectNone();
  check(["accounts:write", "accounts:read"]).expectNone();
});

test("a key that deletes and writes violates, in any namespaces", () => {
  const { findings } = check(["accounts:delete", "accounts:read", "accounts:write", "api_keys:write"]);
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["This key has accounts:delete beside accounts:write and api_keys:write.", "scopes"],
  ]);
});

test("an unknown scope is undetermined and does not hide a violation", () => {
  check(notYetKnown).expectUndetermined();
  check(["accounts:delete", notYetKnown]).expectUndetermined();
  check(["accounts:delete", "accounts:write", notYetKnown]).expectViolation().expectUndetermined();
});

test("it is advisory, and mandatory in strict", () => {
  expect(noDeleteScopeWithWrite.level).toBe("advisory");
  expect(noDeleteScopeWithWrite.strictLevel).toBeUndefined();
});
