import { everyScope, namespaceOf } from "../../api/contract/scope";
import type { Problem } from "../../configuration/problem";
import type { ApiKeyArgs } from "./fields";

/** What one field can't see. Pure; judges what is known. */
export function apiKeyProblems(args: Partial<ApiKeyArgs>, unusable: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, message: string): void => {
    problems.push({ path, message });
  };
  if (args.type === "secret" && args.scopes === undefined && !unusable.has("scopes")) {
    refuse(
      "scopes",
      'is required for a secret key: without it the service grants every scope. Name the scopes, such as ["accounts:read"]',
    );
  }
  if (args.type === "publishable") {
    if (args.scopes !== undefined)
      refuse("scopes", "the service ignores the scopes of a publishable key. Leave them out");
    if (args.delegatedScopes !== undefined)
      refuse("delegatedScopes", "a publishable key has no scopes to delegate. Leave it out");
  }
  if (args.type === "secret" && args.plainValue) {
    refuse("plainValue", "is only for publishable keys: the value of a secret key is never plain text. Leave it out");
  }
  const delegated = new Set(args.delegatedScopes ?? []);
  // Named without a place: scopes are sorted by now, and their order is no longer the program's.
  for (const scope of args.scopes ?? []) {
    const namespace = namespaceOf(scope);
    if (scope === everyScope && delegated.size > 0)
      refuse("scopes", "* leaves nothing to delegate. Name each scope, or leave delegatedScopes out");
    else if (namespace !== undefined && delegated.has(namespace)) {
      refuse("scopes", `${scope} is inside the delegated namespace ${namespace}. Declare it in one place only`);
    }
  }
  if (args.allowDuplicateName !== undefined && args.name === undefined && !unusable.has("name"))
    refuse(
      "allowDuplicateName",
      "is only for a declared name: a generated name is unique. Leave it out, or declare a name",
    );
  for (const name of ["adoptValue", "deleteAdopted"] as const) {
    if (args[name] !== undefined && args.adoptId === undefined && !unusable.has("adoptId"))
      refuse(name, "goes with adoptId. Add adoptId, or leave this out");
  }
  return problems;
}
