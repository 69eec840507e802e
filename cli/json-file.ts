import { readFileSync } from "node:fs";
import type { z } from "zod";
import { printable } from "./printable";

const issuesShown = 3;

/** @throws Error that says in words what is wrong with the file */
function textIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(wordsOf(error as NodeJS.ErrnoException), { cause: error });
  }
}

/** @throws Error that says in words what is wrong with the file, or with its text */
export function jsonIn(file: string): unknown {
  const text = textIn(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    throw new Error(`it is not JSON (${printable(first)})`, { cause: error });
  }
}

/** What a schema has against a value, the first of it: a file of another kind breaks every line of a schema. Pure. */
export function issuesIn({ issues }: z.ZodError): string {
  const shown = issues
    .slice(0, issuesShown)
    .map(
      ({ path, message }) => `${path.join(".") || "the file"}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
    );
  const more = issues.length - shown.length;
  return `${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  return message;
}
