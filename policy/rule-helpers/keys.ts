import type { ResourceFacts } from "../facts";

/** The classes whose resources are keys of the service. */
export const keyClasses: readonly string[] = ["ApiKey", "RotatingApiKey"];

export function isKey({ className }: ResourceFacts): boolean {
  return className !== undefined && keyClasses.includes(className);
}
