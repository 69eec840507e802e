import { keyClassNames } from "../../provider/text/class-names";
import type { ResourceFacts } from "../facts";

/** The classes whose resources are keys of the service. */
export const keyClasses: readonly string[] = keyClassNames;

export function isKey({ className }: ResourceFacts): boolean {
  return className !== undefined && keyClasses.includes(className);
}
