import { nearest } from "../text/near";
import { configKey, profileCredentialVariable } from "./settings";

const variable = /^PAYMENTS_PROFILE_(.+)_API_KEY$/;
const partOf = (name: string): string => variable.exec(name)?.[1] ?? "";

/**
 * A line for every variable that looks like the credential of a profile and is none: a slip there would leave the
 * stack's own credential in use, in silence. Not refused, since one environment may serve several stacks. Pure.
 */
export function strayCredentialNotes(
  environment: Readonly<Record<string, string | undefined>>,
  profiles: Iterable<string>,
): string[] {
  const known = new Map([...profiles].map((profile) => [partOf(profileCredentialVariable(profile)), profile]));
  return Object.keys(environment)
    .filter((name) => partOf(name) !== "" && environment[name] && !known.has(partOf(name)))
    .map((name) => {
      const near = known.get(nearest(partOf(name), known.keys()) ?? "");
      const meant = near === undefined ? "" : `. Did you mean "${profileCredentialVariable(near)}"?`;
      return `${name} is not used: ${configKey("profiles")} has no profile of that name${meant}`;
    });
}
