/** The one line that an old path of a page leaves behind. */
export const pointer = /^This page has moved to \[[^\]]+\]\([^)]+\)\.\n$/;

/**
 * The sidebar, from the map of the documentation: one group for each heading, one entry for each link to a page. Groups do not fold: the
 * theme's fold is a button in a button, which a keyboard and a screen reader can't tell apart.
 * @param {string} map docs/README.md
 */
export function sidebarOf(map) {
  const groups = map.split(/^## /m).slice(1);
  return groups
    .filter((group) => !group.startsWith("Examples"))
    .map((group) => ({ text: group.split("\n", 1)[0], items: linksIn(group) }));
}

/** @param {string} text */
function linksIn(text) {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)\)/g)].map(([, name = "", file = ""]) => ({
    text: name,
    link: `/${file.replace(/README\.md$/, "").replace(/\.md$/, "")}`,
  }));
}
