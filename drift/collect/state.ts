import { logicalNameOf } from "../../provider/text/names";
import type { Applied } from "../classify/decide";
import { exportedState, type StateResource, secretSignature } from "./exported-state";

const ourType = "pulumi-nodejs:dynamic/payments:";

/** The resources of ours in an exported state. Pure. @throws Error if it is no state in a form that is known */
export function ourResources(json: unknown): StateResource[] {
  return exportedState(json).resources.filter(({ type }) => type.startsWith(ourType));
}

export const classNameOf = ({ type }: Pick<StateResource, "type">): string => type.slice(ourType.length);

/** What stands behind the last `::`; a name may hold the separator, the three parts before it don't. Pure. */
export function nameInUrn(urn: string): string {
  return logicalNameOf(urn) || urn;
}

/** The class that a urn speaks of, as in `…$pulumi-nodejs:dynamic/payments:ApiKey::name`. Pure. */
export function classNameInUrn(urn: string): string {
  const type = urn.split("::")[2] ?? "";
  return type.slice(type.lastIndexOf(":") + 1);
}

/** The arguments that it was last applied with. Pure. */
export function appliedIn({ inputs }: StateResource): Applied {
  const names = Object.keys(inputs).filter((name) => !name.startsWith("__"));
  const hidden = new Set(names.filter((name) => holdsSecret(inputs[name])));
  const known = Object.fromEntries(names.filter((name) => !hidden.has(name)).map((name) => [name, inputs[name]]));
  return { known, hidden };
}

function holdsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return secretSignature in value || Object.values(value).some(holdsSecret);
}
