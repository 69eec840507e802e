import { resourceRule, violation } from "../rule.js";
import { actionOf, askedScopes } from "../rule-helpers/asked-scopes.js";
import { keyClasses } from "../rule-helpers/keys.js";
import { andOf } from "../text/in-words.js";

export const noDeleteScopeWithWrite = resourceRule({
  name: "no-delete-scope-with-write",
  title: "A key that may delete may not write as well.",
  why: "Daily work needs to write and hardly ever to delete, and a deletion by a stolen or mistaken key can't be undone.",
  fix: "Give the deletion a key of its own.",
  level: "advisory",
  looksAt: keyClasses,

  check(resource) {
    const { path, known, unknown } = askedScopes(resource);
    const having = (action: string): string[] => known.filter((scope) => actionOf(scope) === action);
    const deleting = having("delete");
    const writing = having("write");
    if (deleting.length === 0 || writing.length === 0) return unknown;
    return [violation(`This key has ${andOf(deleting)} beside ${andOf(writing)}.`, { path }), ...unknown];
  },

  example: {
    failing: 'new ApiKey("accounts", { type: "secret", scopes: ["accounts:delete", "accounts:write"] });',
    passing: `new ApiKey("accounts", { type: "secret", scopes: ["accounts:write"] });
new ApiKey("accounts-clean-up", { type: "secret", scopes: ["accounts:delete", "accounts:read"] });`,
  },
});
