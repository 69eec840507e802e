import { resourceRule, violation } from "../rule";
import { keyClasses } from "../rule-helpers/keys";
import { actionOf, requestedScopes } from "../rule-helpers/requested-scopes";
import { andOf } from "../text/in-words";

export const noDeleteScopeWithWrite = resourceRule({
  name: "no-delete-scope-with-write",
  title: "A key that can delete can't also write.",
  why: "Daily work needs to write but rarely to delete, and a deletion by a stolen or wrong key can't be undone.",
  fix: "Declare a key of its own for deletions.",
  level: "advisory",
  looksAt: keyClasses,

  check(resource) {
    const { path, known, unknown } = requestedScopes(resource);
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
