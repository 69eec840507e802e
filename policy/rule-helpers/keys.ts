import type { ResourceFacts } from "../facts.js";

/** The classes that stand for keys of the service. */
export const keyClasses: readonly string[] = ["ApiKey", "RotatingApiKey"];

export function isKey({ className }: ResourceFacts): boolean {
  return className !== undefined && keyClasses.includes(className);
}
