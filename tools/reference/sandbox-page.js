const { put } = require("./put.js");

/** @typedef {import("../../sandbox/admin/operations.js").AdminOperation} AdminOperation */

/**
 * The page about the sandbox with the calls of its admin interface put in.
 * @param {string} page
 * @param {readonly AdminOperation[]} operations
 */
function sandboxPage(page, operations) {
  const rows = operations.map(({ method, path, summary, query, body }) => {
    const takes = [query === undefined ? "" : `query: ${namesOf(query)}`, body === undefined ? "" : namesOf(body)];
    return `| \`${method} ${path}\` | ${takes.filter((part) => part !== "").join("; ")} | ${capital(summary)} |`;
  });
  return put(page, "operations", ["| Call | Takes | What it does |", "|---|---|---|", ...rows]);
}

/** @param {string} text */
const namesOf = (text) => text.replace(/\w+\??/g, (word) => (word === "or" ? word : `\`${word}\``));

/** @param {string} text */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

module.exports = { sandboxPage };
