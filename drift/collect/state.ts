import { z } from "zod";
import { logicalNameOf } from "../../provider/text/names";
import { classNameOfType } from "../../provider/text/type-token";
import { signatureKey } from "../../provider/wire/special-values";

const properties = z.record(z.string(), z.unknown());
const resource = z.object({
  urn: z.string(),
  type: z.string().default(""),
  id: z.string().optional(),
  /** An earlier run replaced it, and it is still to be deleted. */
  delete: z.boolean().optional(),
  /** Kept by newer engines alone: what the option of the same name said in the last up. */
  ignoreChanges: z.array(z.string()).nullish(),
  inputs: properties.default({}),
  outputs: properties.default({}),
  dependencies: z.array(z.string()).nullish(),
});
/** A resource of a stack's exported state. Secret properties are encrypted, and stay so. */
export type StateResource = z.output<typeof resource>;

const pendingOperation = z.object({ type: z.string(), resource });
const deployment = z.object({
  resources: z.array(resource).nullish(),
  pending_operations: z.array(pendingOperation).nullish(),
});
// A stack that was never brought up has one as well, with nothing in it.
const exported = z.object({ deployment });

/** What a stack knows: its resources, and what was being done when a run ended without saying how. */
export interface ExportedState {
  resources: readonly StateResource[];
  pending: readonly z.output<typeof pendingOperation>[];
}

/**
 * Reads what `pulumi stack export` prints. Pure.
 *
 * @param what begins the message of the error, as in "The state of stack dev"
 * @throws Error with the path of what has no form that is known
 */
export function exportedState(json: unknown, what = "The state"): ExportedState {
  const parsed = exported.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `${what} has a form that is not known here (${issue?.path.join(".")}: ${issue?.message}). Install a newer version of pulumi-payments, which may know it.`,
    );
  }
  const { resources, pending_operations } = parsed.data.deployment;
  return { resources: resources ?? [], pending: pending_operations ?? [] };
}

/** Marks an encrypted property in an exported state. Fixed by the engine. */
export const secretSignature = signatureKey;

/** The resources of ours in an exported state. Pure. @throws Error if it is no state in a form that is known */
export function ourResources(json: unknown): StateResource[] {
  return exportedState(json).resources.filter(({ type }) => classNameOfType(type) !== undefined);
}

export const classNameOf = ({ type }: Pick<StateResource, "type">): string => classNameOfType(type) ?? type;

/** The name in a urn: everything after the third `::`, because a name may contain the separator. Pure. */
export function nameInUrn(urn: string): string {
  return logicalNameOf(urn) || urn;
}

/** The class that a urn speaks of, as in `…$pulumi-nodejs:dynamic/payments:ApiKey::name`. Pure. */
export function classNameInUrn(urn: string): string {
  const type = urn.split("::")[2] ?? "";
  return type.slice(type.lastIndexOf(":") + 1);
}

/** The names of the arguments that state holds encrypted. Pure. */
export function encryptedArguments({ inputs }: StateResource): ReadonlySet<string> {
  return new Set(Object.keys(inputs).filter((name) => !name.startsWith("__") && holdsSecret(inputs[name])));
}

/** Whether a property is encrypted, wholly or in part. Pure. */
export function holdsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return secretSignature in value || Object.values(value).some(holdsSecret);
}
