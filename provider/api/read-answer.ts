import type { z } from "zod";

/** JSON of a text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a shape, in a few words: where, and what was expected. Never what stood there. */
export function issuesOf(error: z.ZodError): string {
  const shown = error.issues.slice(0, 3).map((issue) => {
    const where = issue.path.join(".");
    return where === "" ? issue.message : `${where}: ${issue.message}`;
  });
  return shown.join("; ");
}
