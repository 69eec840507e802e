import * as pulumi from "@pulumi/pulumi";
import type { ScopeOwner } from "../provider/text/delegation";

/** A key of the program, as it was declared: for resources that judge it before it exists. */
export interface DeclaredKey extends Pick<ScopeOwner, "className" | "name"> {
  args: { type?: unknown; scopes?: unknown; delegatedScopes?: unknown };
  ignoreChanges: readonly string[];
}

/** By the resource, and by the Output that is its id. */
const declared = new WeakMap<object, DeclaredKey>();

export function noteKey(key: pulumi.CustomResource, as: DeclaredKey): void {
  declared.set(key, as);
  declared.set(key.id, as);
}

/** The key that a resource, or the Output of its id, stands for. */
export function declaredKey(given: unknown): DeclaredKey | undefined {
  return typeof given === "object" && given !== null ? declared.get(given) : undefined;
}

/** The key that an Output was computed from, if it depends on nothing else: then it is its id, in all likelihood. */
export function keyBehind(given: unknown): DeclaredKey | undefined {
  if (!pulumi.Output.isInstance(given)) return undefined;
  const { resources } = given as { resources?: () => Set<pulumi.Resource> };
  const [only, ...others] = resources?.call(given) ?? [];
  return others.length === 0 ? declaredKey(only) : undefined;
}
