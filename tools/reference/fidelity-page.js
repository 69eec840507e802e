/** @typedef {import("../../sandbox/admin/fidelity.js").FidelityRow} FidelityRow */

/**
 * The page that shows, sentence by sentence, how the sandbox implements the interface document.
 * @param {readonly FidelityRow[]} rows
 */
function fidelityPage(rows) {
  const of = (/** @type {FidelityRow["kind"]} */ kind) => rows.filter((row) => row.kind === kind);
  const sentences = of("sentence");
  const sections = [...new Set(sentences.map(({ source }) => source))];
  const open = sentences.filter(({ standing }) => standing === "assumption").length;
  const silent = sentences.filter(({ standing }) => standing === "nothing to show").length;
  return [
    "# Fidelity of the sandbox",
    "",
    "How the sandbox implements each requirement of the interface document: the test that shows it, and the named assumptions that fill what the document leaves open. The document does not show everything. Its own words for that are *not shown*.",
    "",
    `The document has ${sentences.length} sentences. A row of a table counts as one. ${open} of them leave something open. ${silent} only announce what follows. Each of the others has a test over HTTP that was written from the document alone. ${of("assumption").length} assumptions fill the gaps, and each has its own test.`,
    "",
    "`npm run generate` makes this page from `tools/fidelity`. `GET /_sandbox/fidelity` returns the same rows for the options of a running sandbox. A test compares the sentences with the document, and checks that each test named here exists and runs.",
    "",
    ...sections.flatMap((title) => [
      `## ${title}`,
      "",
      "| Sentence | Shown by | Filled by |",
      "|---|---|---|",
      ...sentences.filter(({ source }) => source === title).map(sentenceRow),
      "",
    ]),
    "## Operations",
    "",
    "| Operation | What it does | Stated in | Filled by |",
    "|---|---|---|---|",
    ...of("operation").map(
      ({ subject, statement, source, assumptions }) =>
        `| \`${subject}\` | ${cell(statement)} | ${source} | ${assumptions.map(linkTo).join(", ")} |`,
    ),
    "",
    "## Assumptions",
    "",
    "What the sandbox does where the document leaves a choice. [Assumptions](../explanation/assumptions.md) says what the provider expects, how to change it, and how to probe a real service.",
    "",
    "| Name | What the sandbox does | Shown by |",
    "|---|---|---|",
    ...of("assumption").map(
      ({ subject, statement, tests }) =>
        `| ${linkTo(subject)} | ${cell(statement)} | ${tests.map(testLink).join("<br>")} |`,
    ),
    "",
  ].join("\n");
}

/** @param {FidelityRow} row */
function sentenceRow({ statement, tests, assumptions }) {
  return `| ${cell(statement)} | ${tests.map(testLink).join("<br>")} | ${assumptions.map(linkTo).join(", ")} |`;
}

/** @param {string} test a file and the name of a test in it */
function testLink(test) {
  const [, file = "", name = ""] = /^(\S+): (.*)$/.exec(test) ?? [];
  const [short = ""] = /[^/]+(?=\.test\.ts$)/.exec(file) ?? [];
  return `[${short}](../../${file}): ${cell(name)}`;
}

/** @param {string} name */
const linkTo = (name) => `[${name}](../explanation/assumptions.md#${name})`;

/** Text as a cell shows it: stars and the like are no markup, but in code they stand as they are. @param {string} text */
const cell = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => part.replace(part.startsWith("`") ? /\|/g : /[|*<>]/g, (sign) => `\\${sign}`))
    .join("");

module.exports = { fidelityPage };
