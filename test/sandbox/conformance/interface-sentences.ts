/** One sentence of the interface document, in its section. */
export interface InterfaceSentence {
  /** Headings above it, the title left out, joined by commas; empty for what stands before the first section. */
  section: string;
  says: string;
}

/**
 * Splits the document into its sentences: those of paragraphs and list items, and the rows of tables. A row is one sentence, its
 * cells joined by " | "; where a cell holds several sentences, each further one stands alone behind the row's first cell.
 *
 * @throws Error for a construct that it does not know, so that nothing is passed over in silence
 */
export function interfaceSentences(document: string): InterfaceSentence[] {
  const sentences: InterfaceSentence[] = [];
  const headings: string[] = [];
  let isInTable = false;
  for (const line of document.split("\n")) {
    const [, marks, heading] = /^(#{1,3}) (.+)$/.exec(line) ?? [];
    if (/^(```| {2,}|>|#{4}|\* |!|<)/.test(line)) throw new Error(`No rule for the line: ${line}`);
    const isRow = line.startsWith("|");
    const isHeadOfTable = isRow && !isInTable;
    isInTable = isRow;
    if (line === "" || isHeadOfTable || /^\|[-|]+\|$/.test(line)) continue;
    if (marks !== undefined && heading !== undefined) headings.splice(marks.length - 1, 3, heading);
    else {
      const section = headings.slice(1).join(", ");
      const found = isRow ? sentencesOfRow(line) : sentencesOf(line.replace(/^(- |[0-9]+\. )/, ""));
      sentences.push(...found.map((says) => ({ section, says })));
    }
  }
  return sentences;
}

function sentencesOfRow(line: string): string[] {
  const cells = line
    .slice(1, -1)
    .split("|")
    .map((cell) => sentencesOf(cell.trim()));
  const row = cells.map(([first = ""]) => first);
  const further = cells.flatMap((sentences) => sentences.slice(1));
  return [row.join(" | "), ...further.map((sentence) => `${row[0]} | ${sentence}`)];
}

/** The document has no abbreviation that ends in a full stop. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) /);
}
