const { fieldsOf } = require("./fields.js");
const { row } = require("./page.js");

/** @typedef {import("./reading-types.js").Reading} Reading */

const begin = "<!-- functions: made by npm run generate -->\n";
const end = "<!-- functions: end -->\n";

/**
 * The page about reading with what the schemas put in: the arguments and results of every function, between two markers.
 * @param {string} page
 * @param {readonly Reading[]} readings
 * @param {Record<string, import("zod").ZodObject>} nested named types of their arguments
 */
function readingPage(page, readings, nested) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("the page has no place for the functions");
  const sections = [
    ...readings.flatMap(sectionOf),
    ...Object.entries(nested).flatMap(([type, schema]) => tableOf(`\`${type}\``, schema)),
  ];
  return [before, begin, "\n", sections.join("\n"), "\n", end, after].join("");
}

/** @param {Reading} reading */
function sectionOf({ functionName, description, args, oneOf, result }) {
  return [
    `### ${functionName}, ${functionName}Output`,
    "",
    description,
    "",
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
  return [`| ${title} | Type | | Meaning |`, "|---|---|---|---|", ...rows, ""];
}

module.exports = { readingPage };
