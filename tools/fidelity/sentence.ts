import type { AssumptionName } from "./assumptions";

/** One sentence of the interface document, and how the sandbox stands to it. */
export interface Sentence {
  /** As the document has it. A row of a table is one sentence, its cells joined by " | ". */
  says: string;
  /** Tests that show it: a file below `test/sandbox`, without its ending, a colon and the name of the test. */
  tests: readonly string[];
  /** What fills what it leaves open. */
  assumptions: readonly AssumptionName[];
  /** Why no test can show it; empty for all that one can. */
  nothingToShow: string;
}

/** The sentences of one section, in the order of the document. */
export interface Section {
  /** Its headings, joined by commas; empty for what stands before the first. */
  title: string;
  sentences: readonly Sentence[];
}

type Tests = readonly [string, ...string[]];
type Assumptions = readonly [AssumptionName, ...AssumptionName[]];

export function section(title: string, ...sentences: Sentence[]): Section {
  return { title, sentences };
}

/** A sentence that the sandbox follows as it stands. */
export function shown(says: string, ...tests: Tests): Sentence {
  return { says, tests, assumptions: [], nothingToShow: "" };
}

/** A sentence that leaves something open; the tests show what was decided. */
export function assumed(says: string, assumptions: Assumptions, ...tests: Tests): Sentence {
  return { says, tests, assumptions, nothingToShow: "" };
}

/** A sentence about somebody else than the service, or one that only announces what follows. */
export function nothingToShow(says: string, why: string): Sentence {
  return { says, tests: [], assumptions: [], nothingToShow: why };
}
