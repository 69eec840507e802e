import { notYetKnown, testPolicy } from "../../../policy/index.js";
import { noDeleteScopeWithWrite } from "../../../policy/rules/no-delete-scope-with-write.js";

const judge = (scopes: unknown) => testPolicy(noDeleteScopeWithWrite, { type: "secret", scopes });

test("a key that deletes or writes passes, and may read", () => {
  judge(["accounts:delete", "accounts:read"]).expectNone();
  judge(["accounts:write", "accounts:read"]).expectNone();
});

test("a key that deletes and writes violates, of whatever the scopes are", () => {
  const { findings } = judge(["accounts:delete", "accounts:read", "accounts:write", "api_keys:write"]);
  expect(findings.map(({ message, path }) => [message, path])).toEqual([
    ["This key has accounts:delete beside accounts:write and api_keys:write.", "scopes"],
  ]);
});

test("an unknown scope is undetermined and hides no violation beside it", () => {
  judge(notYetKnown).expectUndetermined();
  judge(["accounts:delete", notYetKnown]).expectUndetermined();
  judge(["accounts:delete", "accounts:write", notYetKnown]).expectViolation().expectUndetermined();
});

test("it is said and fails nothing, but in strict", () => {
  expect(noDeleteScopeWithWrite.level).toBe("advisory");
  expect(noDeleteScopeWithWrite.strictLevel).toBeUndefined();
});
