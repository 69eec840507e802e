import { operationName } from "../http/operation";
import type { Settings } from "../options";
import { operationsFor } from "../routes";
import { assumptionTests } from "./assumption-tests";
import { type AssumptionName, assumptions } from "./assumptions";
import { document } from "./document";
import type { Section, Sentence } from "./sentence";

/** How one operation, one sentence of the interface document or one assumption stands. */
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

const assumptionNames = Object.keys(assumptions) as AssumptionName[];
const notShown = "not shown by the document";

/** Everything that the document says and leaves open, as a sandbox with these settings does it. */
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
        tests: [],
      }),
    ),
    ...document.flatMap(rowsOf),
    ...assumptionNames.map(
      (name): FidelityRow => ({
        kind: "assumption",
        subject: name,
        standing: "assumption",
        source: notShown,
        statement: assumptions[name],
        assumptions: [name],
        tests: assumptionTests[name].map(toTest),
      }),
    ),
  ];
}

function rowsOf({ title, sentences }: Section): FidelityRow[] {
  return sentences.map((sentence, index) => ({
    kind: "sentence",
    subject: `${title || "Introduction"}, ${index + 1}`,
    standing: standingOf(sentence),
    source: title || "Introduction",
    statement: sentence.nothingToShow ? `${sentence.says} (${sentence.nothingToShow})` : sentence.says,
    assumptions: sentence.assumptions,
    tests: sentence.tests.map(toTest),
  }));
}

/** `events: a name` is the test of that name in test/sandbox/events.test.ts. */
function toTest(name: string): string {
  return `test/sandbox/${name.replace(": ", ".test.ts: ")}`;
}

/** The document's own words for what it leaves open are "not shown". */
function standingOf({ says, nothingToShow }: Sentence): FidelityRow["standing"] {
  if (nothingToShow) return "nothing to show";
  return /\bnot shown\b/i.test(says) ? "assumption" : "documented";
}
