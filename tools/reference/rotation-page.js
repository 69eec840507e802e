const { put } = require("./put.js");

/** @typedef {import("./rotation-phases.js").Phase} Phase */

/**
 * The page about rotation with what its phases put in: a picture and a table, each between two markers.
 * @param {string} page
 * @param {readonly Phase[]} phases
 */
function rotationPage(page, phases) {
  return put(put(page, "picture", pictureOf(phases)), "table", tableOf(phases));
}

/** @param {readonly Phase[]} phases */
function pictureOf(phases) {
  /** @param {string} name */
  const idOf = (name) => name.replaceAll(" ", "_");
  const order = [...phases].reverse();
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...order.filter(({ name }) => name.includes(" ")).map(({ name }) => `  state "${name}" as ${idOf(name)}`),
    "  [*] --> one_key: the first up",
    ...order.flatMap(({ name, otherwise }) =>
      otherwise.map(([event, to]) => `  ${idOf(name)} --> ${idOf(to)}: ${event}`),
    ),
    ...order.flatMap(({ name, preview, upLeadsTo }) =>
      preview === "same" ? [] : upLeadsTo.map((to) => `  ${idOf(name)} --> ${idOf(to)}: up`),
    ),
    "```",
  ];
}

/** @param {readonly Phase[]} phases */
function tableOf(phases) {
  return [
    "| Phase | What it is | A preview counts | and says | `up` |",
    "|---|---|---|---|---|",
    ...[...phases]
      .reverse()
      .map(
        ({ name, meaning, preview, shows, up }) =>
          `| ${name} | ${meaning} | ${preview === "same" ? "unchanged" : "update"} | \`${shows}\` | ${up} |`,
      ),
  ];
}

module.exports = { rotationPage };
