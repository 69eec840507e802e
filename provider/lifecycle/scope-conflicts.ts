import type { Problem } from "../configuration/problem";
import { keyClassNames } from "../text/class-names";
import { delegationProblem, type ScopeOwner } from "../text/delegation";
import { logicalNameOf } from "../text/names";
import type { ReadInputs } from "./inputs";
import type { Declarations, RecordedState, ResourceSource } from "./resource";

const applePay = "ApplePayDomainScopes";
/** The argument that a problem of each class names. */
const paths: Readonly<Record<string, string>> = { ApiKey: "delegatedScopes", [applePay]: "apiKeyId" };

type Adopting = ReadInputs<{ adoptId?: string | undefined }>;
type Declared = ReadInputs<Pick<ScopeOwner, "scopes" | "delegatedScopes">>;

/** The key that a new resource is to adopt. What state holds is declared under the id that it has by now. */
function newlyAdopted({ registry }: Declarations, { known, resource }: Adopting): string[] {
  return known.adoptId === undefined || registry.inputsInState(resource) !== undefined ? [] : [known.adoptId];
}

/**
 * Notes that the program declares scopes of keys through a resource, and says what stands against it: an
 * ApplePayDomainScopes on a key whose own resource manages the same namespace. Whichever of the two comes second is told.
 * Asks nobody; runs in every mode, and again once an object is created or changed.
 *
 * @param object left out of a check, which does not see the object
 */
export function scopeConflicts<Args, Live, Private>(
  { className, keys }: Pick<ResourceSource<Args, Live, Private>, "className" | "keys">,
  { account, registry }: Declarations,
  read: ReadInputs<Args>,
  object?: { id: string; recorded: RecordedState<Private> },
): Problem[] {
  if (keys?.scopedBy === undefined) return [];
  const path = paths[className] ?? "scopes";
  const named = keys.scopedBy(read.known, object);
  const keyIds =
    named.length > 0 || object !== undefined ? named : newlyAdopted({ account, registry }, read as Adopting);
  return keyIds.flatMap((id) => {
    const declaredAs = (as: string): Declared | undefined =>
      registry.object({ account, className: as, id }).declared as Declared | undefined;
    registry.object({ account, className, id }).declared = read as ReadInputs<unknown>;
    const other = declaredAs(applePay);
    if (other === undefined) return [];
    return keyClassNames.flatMap((owner) => {
      const declared = declaredAs(owner);
      const problem = declared && problemOf(owner, declared);
      if (problem === undefined) return [];
      const message = `${applePay} ${JSON.stringify(logicalNameOf(other.resource.urn))} manages a part of the scopes of API key ${id}. ${problem}`;
      return [{ path, message }];
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
