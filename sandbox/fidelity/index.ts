import { operationName } from "../http/operation";
import type { Settings } from "../options";
import { operationsFor } from "../routes";
import { assumptions } from "./assumptions";
import { rules } from "./rules";

/** How one operation or rule relates to the interface document. */
export interface FidelityRow {
  kind: "operation" | "rule";
  subject: string;
  standing: "documented" | "assumption";
  /** Where the document states it, or that it does not. */
  source: string;
  statement: string;
  /** Assumptions that fill what the document leaves open. */
  assumptions: readonly string[];
}

const notShown = "not shown by the document";

export function fidelityRows(settings: Settings): FidelityRow[] {
  return [
    ...operationsFor(settings).map(
      (operation): FidelityRow => ({
        kind: "operation",
        subject: operationName(operation),
        standing: operation.source === notShown ? "assumption" : "documented",
        source: operation.source,
        statement: `${operation.summary}. Scope: ${operation.scope}.`,
        assumptions: operation.assumptions,
      }),
    ),
    ...rules.map((rule): FidelityRow => ({ kind: "rule", ...rule, assumptions: [] })),
    ...Object.entries(assumptions).map(
      ([subject, statement]): FidelityRow => ({
        kind: "rule",
        subject,
        standing: "assumption",
        source: notShown,
        statement,
        assumptions: [subject],
      }),
    ),
  ];
}
