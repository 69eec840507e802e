import * as pulumi from "@pulumi/pulumi";
import { holdsKeyValue } from "../provider/text/key-value";
import { isNamed, logicalNameOf, namesIn } from "../provider/text/names";
import { nearest } from "../provider/text/near";
import type { ResourceClassName } from "./reference";

/** A resource of the program, as the provider will know it. */
export interface Declared {
  className: ResourceClassName;
  urn: string;
}

const variables = ["PAYMENTS_ROTATE_NOW", "PAYMENTS_REVOKE_NOW"] as const;
const declaredByAll = Symbol.for("pulumi-payments.declared");

/**
 * Notes a resource of the program. Where this run is told to rotate something now, a name that no RotatingApiKey of the
 * program has fails the program at its end, which in a preview is before anything is done: each resource sees itself alone,
 * so nobody else could tell, and who asks in an emergency must not be left to believe that it was done.
 */
export function noteDeclared(resource: Declared): void {
  if (!variables.some((variable) => process.env[variable])) return;
  declaredHere().push(resource);
}

/** One list, whatever number of copies of this package a program loads. */
function declaredHere(): Declared[] {
  const known = globalThis as { [declaredByAll]?: Declared[] };
  if (known[declaredByAll] === undefined) {
    const declared: Declared[] = [];
    known[declaredByAll] = declared;
    // Only then is every resource registered, however late the program made it.
    process.once("beforeExit", () => {
      // A program that failed did not come to all of its resources.
      if (pulumi.log.hasErrors()) return;
      const problems = unknownNames(process.env, declared);
      if (problems.length > 0) throw failure(problems);
    });
  }
  return known[declaredByAll];
}

/** The SDK shows the stack of what ends a program so late, and no line of the program is to blame. */
function failure(problems: readonly string[]): Error {
  const error = new pulumi.RunError(problems.join("\n"));
  error.stack = "";
  return error;
}

/** What is asked for and no RotatingApiKey is called, a line each, with what may have been meant. Pure. */
export function unknownNames(environment: NodeJS.ProcessEnv, declared: readonly Declared[]): string[] {
  const urns = declared.filter(({ className }) => className === "RotatingApiKey").map(({ urn }) => urn);
  const others = declared.filter(({ className }) => className !== "RotatingApiKey");
  return variables.flatMap((variable) =>
    [...namesIn(environment[variable])]
      .filter((name) => !urns.some((urn) => isNamed(urn, new Set([name]))))
      .map((name) => {
        const shown = holdsKeyValue(name) ? "what looks like the value of a key" : JSON.stringify(name);
        return `${variable} names ${shown}, and no RotatingApiKey of this program has that logical name or URN: nothing was rotated for it. ${advice(name, urns, others)}`;
      }),
  );
}

function advice(name: string, urns: readonly string[], others: readonly Declared[]): string {
  const other = others.find(({ urn }) => isNamed(urn, new Set([name])));
  if (other !== undefined)
    return `It is the name of a resource of class ${other.className}, which does not rotate; an ApiKey does once its class is RotatingApiKey, with adoptId.`;
  const names = name.startsWith("urn:") ? urns : urns.map(logicalNameOf);
  const near = nearest(name, names);
  if (near !== undefined) return `Did you mean ${JSON.stringify(near)}?`;
  if (names.length === 0) return "The program has no RotatingApiKey. Unset the variable.";
  return `Name one of ${names.map((each) => JSON.stringify(each)).join(", ")}.`;
}
