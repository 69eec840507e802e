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
  const arrowsOf = (/** @type {Phase} */ { name, otherwise, preview, upLeadsTo }) => [
    ...otherwise.map(([event, to]) => ({ name, to, event })),
    ...(preview === "same" ? [] : upLeadsTo.map((to) => ({ name, to, event: "up" }))),
  ];
  // From phase to phase as a rotation lives: what draws the picture puts first what it reads first.
  const reached = new Set(["one key"]);
  /** @type {{ name: string, to: string, event: string }[]} */
  const arrows = [];
  for (const name of reached)
    for (const arrow of phases.filter((phase) => phase.name === name).flatMap(arrowsOf)) {
      arrows.push(arrow);
      reached.add(arrow.to);
    }
  return [
    "```mermaid",
    "stateDiagram-v2",
    "  accTitle: The phases of a rotation",
    "  accDescr: Each phase with what leads to the next one: time, a use of a key, somebody who deletes a key, or up. The table below lists them.",
    ...[...reached].map((name) => `  state "${name}" as ${idOf(name)}`),
    "  [*] --> one_key: the first up",
    ...arrows.map(({ name, to, event }) => `  ${idOf(name)} --> ${idOf(to)}: ${event}`),
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
