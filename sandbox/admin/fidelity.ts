import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operationName } from "../http/operation";
import type { Settings } from "../options";
import { operationsFor } from "../routes";
import { adminRoute } from "./route";

/** How the sandbox implements one operation, one sentence of the interface document or one assumption. */
export interface FidelityRow {
  kind: "operation" | "sentence" | "assumption";
  /** The operation, the sentence's place in the document, or the name of the assumption. */
  subject: string;
  /** `nothing to show`: the sentence is not about the service; its statement says why. */
  standing: "documented" | "assumption" | "nothing to show";
  /** Where the document states it, or that it does not. */
  source: string;
  statement: string;
  /** Assumptions that fill what the document leaves open. */
  assumptions: readonly string[];
  /** Tests that show it: file and name. */
  tests: readonly string[];
}

/** The source of what the document does not state. */
export const notShown = "not shown by the document";

/** The operations of a sandbox with these settings. */
export function operationRows(settings: Settings): FidelityRow[] {
  return operationsFor(settings).map(
    (operation): FidelityRow => ({
      kind: "operation",
      subject: operationName(operation),
      standing: operation.source === notShown ? "assumption" : "documented",
      source: operation.source,
      statement: `${operation.summary}. Scope: ${operation.scope}.`,
      assumptions: operation.assumptions,
      tests: [],
    }),
  );
}

/** Sentences and assumptions: written by `npm run generate`, and read only when somebody asks for them. */
function statedRows(): FidelityRow[] {
  return JSON.parse(readFileSync(join(__dirname, "fidelity-rows.json"), "utf8")) as FidelityRow[];
}

export const fidelityRoutes = [
  adminRoute({
    method: "GET",
    path: "/fidelity",
    summary: "every sentence of the interface document beside what the sandbox does",
    handle: ({ world }) => [...operationRows(world.settings), ...statedRows()],
  }),
];
