import type { Problem } from "../configuration/problem.js";
import type { ReadInputs } from "../lifecycle/inputs.js";
import type { Declarations } from "../lifecycle/resource.js";
import { delegationProblem, type ScopeOwner } from "../text/delegation.js";
import { logicalNameOf } from "../text/names.js";

const applePay = "ApplePayDomainScopes";
const owners = ["ApiKey", "RotatingApiKey"] as const;
/** The argument that a problem of each class names. */
const paths = { ApiKey: "delegatedScopes", RotatingApiKey: "scopes", [applePay]: "apiKeyId" } as const;

type Adopting = ReadInputs<{ adoptId?: string | undefined }>;
type Declared = ReadInputs<Pick<ScopeOwner, "scopes" | "delegatedScopes">>;

/** The key that a new resource is to adopt. What state holds is declared under the id that it has by now. */
function newlyAdopted({ memory }: Declarations, { known, resource }: Adopting): string[] {
  return known.adoptId === undefined || memory.inputsInState(resource) !== undefined ? [] : [known.adoptId];
}

/**
 * Notes that the program declares scopes of these keys through a resource, and says what stands against it: an
 * ApplePayDomainScopes on a key whose own resource manages the same namespace. Whichever of the two comes second is told.
 *
 * @param keyIds default: the key that the resource is to adopt
 */
export function scopeConflicts(
  { account, memory }: Declarations,
  className: keyof typeof paths,
  read: Adopting,
  keyIds: readonly string[] = newlyAdopted({ account, memory }, read),
): Problem[] {
  return keyIds.flatMap((id) => {
    const declaredAs = (as: keyof typeof paths): Declared | undefined =>
      memory.declaredOf({ account, className: as, id }) as Declared | undefined;
    memory.declare({ account, className, id }, read);
    const other = declaredAs(applePay);
    if (other === undefined) return [];
    return owners.flatMap((owner) => {
      const declared = declaredAs(owner);
      const problem = declared && problemOf(owner, declared);
      if (problem === undefined) return [];
      const message = `${applePay} ${JSON.stringify(logicalNameOf(other.resource.urn))} manages a part of the scopes of API key ${id}. ${problem}`;
      return [{ path: paths[className], message }];
    });
  });
}

function problemOf(className: ScopeOwner["className"], { known, unusable, resource }: Declared): string | undefined {
  const { ignoreChanges, urn } = resource;
  // One that leaves the scopes alone undoes nothing; of one that is not known yet nothing can be said.
  if (ignoreChanges.includes("scopes") || ignoreChanges.includes("*")) return undefined;
  if (unusable.has("scopes") || unusable.has("delegatedScopes")) return undefined;
  const { scopes, delegatedScopes } = known;
  return delegationProblem({ className, name: logicalNameOf(urn), scopes, delegatedScopes });
}
