/** @typedef {import("../../sandbox/admin/fidelity.js").FidelityRow} FidelityRow */

/**
 * The page that tells, sentence by sentence, how the sandbox stands to the interface document.
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
    "How the local service stands to each sentence of the interface document: the test that shows it, and the named assumptions that fill what it leaves open. The document does not show everything; its own words for that are *not shown*.",
    "",
    `The document has ${sentences.length} sentences; a row of a table is one. ${open} of them leave something open. All but ${silent}, which only announce what follows, have a test that was written from the document alone and speaks HTTP. ${of("assumption").length} assumptions fill the gaps; each has its test too.`,
    "",
    "This page is made from `tools/fidelity` by `npm run generate`. `GET /_sandbox/fidelity` answers the same rows for the options that a sandbox was started with. A test compares the sentences with the document, and looks that each test named here exists and runs.",
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
    "What the sandbox does where the document leaves it open. [contract.md](contract.md) says of each what the provider expects, how to have it otherwise, and how to ask a real service.",
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
  return `[${short}](../${file}): ${cell(name)}`;
}

/** @param {string} name */
const linkTo = (name) => `[${name}](contract.md#${name})`;

/** Text as a cell shows it: stars and the like are no markup, but in code they stand as they are. @param {string} text */
const cell = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => part.replace(part.startsWith("`") ? /\|/g : /[|*<>]/g, (sign) => `\\${sign}`))
    .join("");

module.exports = { fidelityPage };
