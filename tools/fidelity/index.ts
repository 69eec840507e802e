import { type FidelityRow, notShown } from "../../sandbox/admin/fidelity";
import { assumptionTests } from "./assumption-tests";
import { type AssumptionName, assumptions } from "./assumptions";
import { document } from "./document";
import type { Section, Sentence } from "./sentence";

const assumptionNames = Object.keys(assumptions) as AssumptionName[];

/** The rows about sentences and assumptions: what `sandbox/admin/fidelity-rows.json` holds. */
export function statedRows(): FidelityRow[] {
  return [
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
