import { applePayNamespace, everyScope, namespaceOf } from "../api/contract/scope";
import type { KeyClassName } from "./class-names";
import { nearest } from "./near";

/** What the program declares of the scopes of a key. */
export interface ScopeOwner {
  className: KeyClassName;
  /** Its logical name. */
  name: string;
  scopes?: readonly string[] | undefined;
  delegatedScopes?: readonly string[] | undefined;
}

/**
 * Why an ApplePayDomainScopes can't manage its namespace on a key that the same program declares so, with the line that
 * changes that. Undefined: it can. Pure.
 */
export function delegationProblem(owner: ScopeOwner): string | undefined {
  const { className, scopes = [], delegatedScopes = [] } = owner;
  if (delegatedScopes.includes(applePayNamespace)) return undefined;
  const label = `${className} ${JSON.stringify(owner.name)}`;
  const each = "so each of the two resources would undo what the other writes";
  if (className === "RotatingApiKey") {
    return `${label} manages every scope of its keys, ${each}. Name the ${applePayNamespace} scopes in the scopes of the RotatingApiKey, and remove the ApplePayDomainScopes.`;
  }
  const typo = nearest(applePayNamespace, delegatedScopes);
  const line = [...delegatedScopes.filter((namespace) => namespace !== typo), applePayNamespace];
  const own = scopes.filter((scope) => scope === everyScope || namespaceOf(scope) === applePayNamespace);
  const advice = [
    `Add delegatedScopes: ${JSON.stringify(line).replaceAll(",", ", ")} to the ApiKey`,
    ...(typo === undefined ? [] : [`in place of ${JSON.stringify(typo)}`]),
    ...(own.length === 0 ? [] : [`and remove ${own.map((scope) => JSON.stringify(scope)).join(", ")} from its scopes`]),
  ];
  return `${label} does not delegate the namespace ${applePayNamespace}, ${each}. ${advice.join(", ")}.`;
}
