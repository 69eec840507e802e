import { renderMermaidSVG } from "beautiful-mermaid";

/** The colors of the site, by the classes that show a picture in one look alone. */
const looks = {
  "light-only": { bg: "#ffffff", fg: "#24292f", muted: "#57606a", line: "#6e7781", border: "#8c959f" },
  "dark-only": { bg: "#1b1b1f", fg: "#dfdfd6", muted: "#a8a8b3", line: "#8b8b96", border: "#6a6a75" },
};

/**
 * A Mermaid diagram as pictures, drawn while the site is built: a reader needs no script, and nothing is fetched. A picture of its own keeps
 * the styles of one diagram from the page and from other diagrams.
 *
 * @param {string} code with `accTitle` and `accDescr`, which are its alternative text
 * @returns {string} HTML
 * @throws Error for a diagram that can't be drawn, or has no such text
 */
export function diagramHtml(code) {
  const [title, description] = ["accTitle", "accDescr"].map((name) => {
    const [, text] = new RegExp(`^\\s*${name}:\\s*(\\S.*)$`, "m").exec(code) ?? [];
    if (text === undefined) throw new Error(`A diagram has no ${name}, which is its alternative text:\n${code}`);
    return escaped(text);
  });
  const drawn = code.replace(/^\s*acc(?:Title|Descr):.*\n/gm, "");
  const pictures = Object.entries(looks).map(([look, colors]) => {
    const svg = renderMermaidSVG(drawn, { ...colors, padding: 8, layerSpacing: 28, font: "system-ui" })
      // A font of another host.
      .replace(/^\s*@import .*\n/gm, "");
    const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    return `<img class="${look}" alt="${title}. ${description}" src="${source}">`;
  });
  // Wider than a phone: it scrolls, by the keyboard too.
  return `<div class="wide-picture diagram" tabindex="0" role="group" aria-label="${title}">${pictures.join("")}</div>\n`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
