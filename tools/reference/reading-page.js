const { fieldsOf } = require("./fields.js");
const { exampleLines, row } = require("./page.js");

/** @typedef {import("./reading-types.js").Reading} Reading */

/**
 * The reference page of the functions that look up: the arguments and results of each.
 * @param {readonly Reading[]} readings
 * @param {Record<string, import("zod").ZodObject>} nested named types of their arguments
 */
function readingPage(readings, nested) {
  return [
    "# Functions",
    "",
    "The functions that look up what the program does not manage. [Look up keys](../how-to/look-up-keys.md) shows how to use them, and what",
    "their errors mean.\n\n<!-- npm run generate makes this page from the schemas. -->",
    "",
    ...readings.flatMap(sectionOf),
    "## ApiKeyFilter",
    "",
    ...Object.entries(nested).flatMap(([type, schema]) => tableOf(`\`${type}\``, schema)),
  ].join("\n");
}

/** @param {Reading} reading */
function sectionOf({ functionName, description, args, oneOf, result }) {
  return [
    `## ${functionName}, ${functionName}Output`,
    "",
    description,
    "",
    ...exampleLines(functionName, "### Example", "../how-to/use-the-plugin.md"),
    ...tableOf("Argument", args, oneOf),
    ...tableOf("Result", result),
  ];
}

/**
 * @param {string} title
 * @param {import("zod").ZodObject} schema
 * @param {readonly string[]} [oneOf]
 */
function tableOf(title, schema, oneOf = []) {
  const rows = fieldsOf(schema).map((field) => {
    const note = field.required ? "" : "may be absent";
    return row(field, [oneOf.includes(field.name) ? `one of ${oneOf.join(", ")}` : note]);
  });
  return [`| ${title} | Type | Notes | Meaning |`, "|---|---|---|---|", ...rows, ""];
}

module.exports = { readingPage };
